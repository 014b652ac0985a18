import { expect, it } from 'vitest'
import { createFolder } from '../../fixtures/folder.js'
import { readEnvFile } from './env-files.js'

it('readEnvFile prefers the files of the mode, then local files, and ignores those of the other mode', async () => {
  using folder = createFolder()
  const read = async () => [
    await readEnvFile(folder.path, 'ID', { mode: 'development' }),
    await readEnvFile(folder.path, 'ID', { mode: 'production' }),
  ]
  folder.write('.env', 'ID=all # main')
  expect(await read()).toEqual(['all', 'all'])
  folder.write('.env.production', 'ID="built"')
  expect(await read()).toEqual(['all', 'built'])
  folder.write('.env.development', "ID='dev'")
  expect(await read()).toEqual(['dev', 'built'])
  folder.write('.env.local', 'ID=own')
  expect(await read()).toEqual(['own', 'own'])
  folder.write('.env.production.local', 'ID=own build')
  folder.write('.env.development.local', 'export ID = own-dev')
  expect(await read()).toEqual(['own-dev', 'own build'])
})

it('readEnvFile prefers the files of the mode to .env.local for Vite', async () => {
  using folder = createFolder()
  folder.write('.env.local', 'ID=own')
  folder.write('.env.production', 'ID=built')
  const read = (usesVite: boolean) => readEnvFile(folder.path, 'ID', { mode: 'production', usesVite })
  expect([await read(true), await read(false)]).toEqual(['built', 'own'])
})
