import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { loadOptional, MissingPackageError } from './optional-package.js'

const folder = mkdtempSync(join(tmpdir(), 'gateway-packages-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Imports `specifier` in a folder in which `@wallet-modal/blockscout` is installed, but not the package that it imports. */
async function importFrom(specifier: string): Promise<unknown> {
  const installed = join(folder, 'node_modules/@wallet-modal/blockscout')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), '{ "type": "module", "exports": { "./source": "./source.js" } }')
  writeFileSync(join(installed, 'source.js'), "import '@wallet-modal/absent-peer'")
  const file = join(mkdtempSync(join(folder, 'node_modules/gateway-')), 'index.mjs') // Node itself imports files below node_modules
  writeFileSync(file, `import '${specifier}'`)
  return import(pathToFileURL(file).href)
}

it('names an optional package that is not installed, and the command that installs it', async () => {
  const load = loadOptional('@wallet-modal/defillama', 'The source "defillama"', () =>
    importFrom('@wallet-modal/defillama/source'),
  )
  await expect(load).rejects.toThrow(MissingPackageError)
  await expect(load).rejects.toThrow(
    'The source "defillama" requires the package "@wallet-modal/defillama". Install it: npm install @wallet-modal/defillama@0.1.0',
  )
})

it('names the missing package if an installed optional package cannot import it', async () => {
  const load = loadOptional('@wallet-modal/blockscout', 'The source "blockscout"', () =>
    importFrom('@wallet-modal/blockscout/source'),
  )
  await expect(load).rejects.not.toThrow(MissingPackageError)
  await expect(load).rejects.toThrow("Cannot find package '@wallet-modal/absent-peer'")
})
