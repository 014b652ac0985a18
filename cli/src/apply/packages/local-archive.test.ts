import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../fixtures/folder.js'
import { createArchiveFiles } from './local-archive.js'

describe('createArchiveFiles', () => {
  it('replaces an incomplete archive, which a killed run has left', async () => {
    using folder = createFolder('plugin')
    const file = folder.write('x-1.0.0-12345678.tgz', 'beginning')
    const archives = createArchiveFiles([{ file, bytes: Buffer.from('beginning and end') }])
    await archives.write()
    expect(folder.snapshot()).toEqual({ 'x-1.0.0-12345678.tgz': 'beginning and end' })
  })

  it('removes the archives that it has written, and no others', async () => {
    using folder = createFolder('plugin')
    const bytes = Buffer.from('all')
    const present = folder.write('a-1.0.0-12345678.tgz', 'all')
    const archives = createArchiveFiles([
      { file: present, bytes },
      { file: join(folder.path, 'b-1.0.0-12345678.tgz'), bytes },
    ])
    await archives.write()
    expect(Object.keys(folder.snapshot())).toEqual(['a-1.0.0-12345678.tgz', 'b-1.0.0-12345678.tgz'])
    await archives.remove()
    expect(folder.snapshot()).toEqual({ 'a-1.0.0-12345678.tgz': 'all' })
  })

  it('reports a folder in which it cannot write as FILE_ERROR', async () => {
    using folder = createFolder('plugin')
    folder.write('file', '')
    const archives = createArchiveFiles([
      { file: join(folder.path, 'file/x-1.0.0-12345678.tgz'), bytes: Buffer.from('x') },
    ])
    await expect(archives.write()).rejects.toMatchObject({ code: 'FILE_ERROR' })
  })
})
