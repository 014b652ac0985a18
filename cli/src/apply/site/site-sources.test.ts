import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../../fixtures/folder.js'
import { readSources } from './site-sources.js'

it('skips a folder that is deleted during the scan', async () => {
  using folder = createFolder()
  folder.write('a.ts', 'a')
  folder.write('b/b.ts', 'b')
  const paths: string[] = []
  for await (const { path } of readSources(folder.path)) {
    paths.push(path)
    await rm(join(folder.path, 'b'), { recursive: true })
  }
  expect(paths).toEqual(['a.ts'])
})
