import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../fixtures/folder.js'
import { inspectTarget } from './target.js'

describe('inspectTarget', () => {
  it('returns the nearest existing parent folder as the base', async () => {
    using folder = createFolder()
    expect(await inspectTarget('a/b/c', folder.path)).toEqual({
      path: join(folder.path, 'a/b/c'),
      base: folder.path,
      segments: ['a', 'b', 'c'],
    })
  })

  it('accepts an empty folder', async () => {
    using folder = createFolder()
    mkdirSync(join(folder.path, 'empty'))
    expect(await inspectTarget('empty', folder.path)).toEqual({
      path: join(folder.path, 'empty'),
      base: folder.path,
      segments: ['empty'],
    })
  })

  it.each(['.hidden', 'file.txt', 'sub/x'])('N2 refuses a folder that contains %s', async (entry) => {
    using folder = createFolder()
    folder.write(`full/${entry}`, 'mine')
    const before = folder.snapshot()
    await expect(inspectTarget('full', folder.path)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
    expect(folder.snapshot()).toEqual(before)
  })

  it('refuses a file, a link to a folder, a dangling link, and a path below a file or a dangling link', async () => {
    using folder = createFolder()
    writeFileSync(join(folder.path, 'file'), '')
    mkdirSync(join(folder.path, 'empty'))
    symlinkSync('empty', join(folder.path, 'link'))
    symlinkSync('nowhere', join(folder.path, 'dangling'))
    for (const name of ['file', 'link', 'dangling', 'file/site', 'dangling/site']) {
      await expect(inspectTarget(name, folder.path)).rejects.toMatchObject({ code: 'TARGET_NOT_FOLDER' })
    }
  })

  it('refuses the current folder', async () => {
    using folder = createFolder()
    await expect(inspectTarget('.', folder.path)).rejects.toMatchObject({ code: 'TARGET_IS_CURRENT' })
  })

  it.each([
    '',
    ' ',
    '-rf',
    '--yes',
    'a\nb',
    'a\0b',
    'con',
    'x.',
    'x ',
    'a*',
    'a"b',
    'a\\b',
    '/',
    'a\u202eb',
    'x'.repeat(300),
  ])('N6 refuses the name %j', async (name) => {
    using folder = createFolder()
    await expect(inspectTarget(name, folder.path)).rejects.toMatchObject({ code: 'INVALID_NAME' })
  })

  it.each(['a b', 'ü', '文', 'x;y', '$(touch p)', '`touch p`', "it's", '#x', '&', 'x'.repeat(200), '.hidden'])(
    'N6 N7 accepts the name %j unchanged',
    async (name) => {
      using folder = createFolder()
      expect(await inspectTarget(name, folder.path)).toMatchObject({ segments: [name] })
    },
  )
})
