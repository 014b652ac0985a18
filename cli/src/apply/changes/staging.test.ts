import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder, type Folder } from '../../fixtures/folder.js'
import { inspectTarget } from '../files/target.js'
import { openStaging, type Staging } from './staging.js'

const open = async (folder: Folder, name = 'shop'): Promise<Staging> =>
  openStaging(await inspectTarget(name, folder.path))

describe('openStaging', () => {
  it('writes nothing to the target before commit; commit creates the target and its parent folders', async () => {
    using folder = createFolder()
    const staging = await open(folder, 'a/b/shop')
    writeFileSync(join(staging.site, 'x.txt'), 'x')
    expect(existsSync(join(folder.path, 'a'))).toBe(false)
    await staging.commit()
    await staging.discard()
    expect(folder.snapshot()).toEqual({ a: '/', 'a/b': '/', 'a/b/shop': '/', 'a/b/shop/x.txt': 'x' })
  })

  it('commit replaces an empty target folder', async () => {
    using folder = createFolder()
    mkdirSync(join(folder.path, 'shop'))
    const staging = await open(folder)
    writeFileSync(join(staging.site, 'x.txt'), 'x')
    await staging.commit()
    expect(folder.snapshot()).toEqual({ shop: '/', 'shop/x.txt': 'x' })
  })

  it('discard leaves no file and no folder behind, not even a parent folder of the target', async () => {
    using folder = createFolder()
    const staging = await open(folder, 'a/b/shop')
    writeFileSync(join(staging.site, 'x.txt'), 'x')
    await staging.discard()
    expect(folder.snapshot()).toEqual({})
  })

  it('N2 commit refuses a target folder that another program filled in the meantime', async () => {
    using folder = createFolder()
    const staging = await open(folder)
    folder.write('shop/theirs.txt', 'theirs')
    await expect(staging.commit()).rejects.toMatchObject({ code: 'NOT_EMPTY' })
    await staging.discard()
    expect(folder.snapshot()).toEqual({ shop: '/', 'shop/theirs.txt': 'theirs' })
  })

  it('N5 removes staging folders of killed runs for the same target, and no other folders', async () => {
    using folder = createFolder()
    const ownName = readNameOf(await open(folder), folder)
    const prefix = ownName.slice(0, -String(process.pid).length)
    const dead = `${prefix}4194305`
    const other = readNameOf(await open(folder, 'other'), folder)
    folder.write(`${dead}/x`, 'x')
    folder.write(`${prefix}1/x`, 'of a process that lives')
    folder.write(`${prefix}x/x`, 'no process id')
    const staging = await open(folder)
    const left = readdirSync(folder.path)
    expect(left).not.toContain(dead)
    expect(left).toEqual(expect.arrayContaining([other, `${prefix}1`, `${prefix}x`, ownName]))
    await staging.discard()
  })
})

const readNameOf = (staging: Staging, folder: Folder): string =>
  staging.site.slice(folder.path.length + 1).split('/')[0] ?? ''
