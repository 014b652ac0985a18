import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../fixtures/folder.js'
import { hostilePaths } from '../../fixtures/hostile-paths.js'
import { createTree } from '../../plan/files/virtual-tree.js'
import { replaceFile, writeTree } from './write-tree.js'

describe('writeTree and replaceFile', () => {
  it('writeTree writes every file of a tree', async () => {
    using folder = createFolder()
    await writeTree(
      folder.path,
      createTree([
        ['b/c.txt', 'c'],
        ['a.txt', 'a'],
      ]),
    )
    expect(folder.snapshot()).toEqual({ 'a.txt': 'a', b: '/', 'b/c.txt': 'c' })
  })

  it('writeTree refuses to overwrite an existing file', async () => {
    using folder = createFolder()
    folder.write('a.txt', 'mine')
    await expect(writeTree(folder.path, createTree([['a.txt', 'a']]))).rejects.toMatchObject({ code: 'FILE_ERROR' })
    expect(folder.read('a.txt')).toBe('mine')
  })

  it('N1 refuse every hostile path, and write nothing to the folder', async () => {
    using folder = createFolder('root/site')
    const parent = dirname(folder.path)
    mkdirSync(join(parent, 'beside'))
    for (const path of hostilePaths) {
      await expect(writeTree(folder.path, new Map([[path, 'x']]))).rejects.toMatchObject({ code: 'INVALID_PATH' })
      await expect(replaceFile(folder.path, path, 'x')).rejects.toMatchObject({ code: 'INVALID_PATH' })
    }
    expect(folder.snapshot()).toEqual({})
  })

  it('N1 write nothing through a symbolic link to a folder outside', async () => {
    using folder = createFolder('site')
    using outside = createFolder('outside')
    symlinkSync(outside.path, join(folder.path, 'src'))
    symlinkSync(join(outside.path, 'made'), join(folder.path, 'dangling'))
    for (const path of ['src/x', 'src/deep/x']) {
      await expect(writeTree(folder.path, createTree([[path, 'x']]))).rejects.toMatchObject({ code: 'INVALID_PATH' })
      await expect(replaceFile(folder.path, path, 'x')).rejects.toMatchObject({ code: 'INVALID_PATH' })
    }
    await expect(writeTree(folder.path, createTree([['dangling/x', 'x']]))).rejects.toMatchObject({
      code: 'FILE_ERROR',
    })
    expect(outside.snapshot()).toEqual({})
  })

  it('N1 never write to the target of a linked file; replaceFile replaces the link itself', async () => {
    using folder = createFolder('site')
    using outside = createFolder('outside')
    const theirs = outside.write('theirs.txt', 'theirs')
    symlinkSync(theirs, join(folder.path, 'link.txt'))
    await expect(writeTree(folder.path, createTree([['link.txt', 'x']]))).rejects.toMatchObject({ code: 'FILE_ERROR' })
    await replaceFile(folder.path, 'link.txt', 'x')
    expect(outside.snapshot()).toEqual({ 'theirs.txt': 'theirs' })
    expect(folder.snapshot()).toEqual({ 'link.txt': 'x' })
  })

  it('writeTree writes nothing if its signal is already aborted', async () => {
    using folder = createFolder()
    await expect(
      writeTree(folder.path, createTree([['a', 'a']]), AbortSignal.abort(new Error('SIGINT'))),
    ).rejects.toThrow('SIGINT')
    expect(folder.snapshot()).toEqual({})
  })
})
