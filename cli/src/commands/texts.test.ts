import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import { runInside } from '../fixtures/in-process.js'
import { createSite, install } from '../fixtures/site.js'

const entry = (path: string) => ({ exports: { [path]: './texts.js', './package.json': './package.json' } })
const textsOf = (texts: object) => `export const strings = ${JSON.stringify(texts)}\n`

/** A site whose packages `kernel` and `connect` have texts. */
async function createTranslatedSite() {
  const site = await createSite('--plugins', 'connect,eip155')
  const add = (name: string, path: string, texts: object): void => {
    const json = JSON.parse(site.read(`node_modules/${name}/package.json`))
    install(site, name, { ...json, type: 'module', ...entry(path) }, { 'texts.js': textsOf(texts) })
  }
  add('@wallet-modal/kernel', './texts', { close: 'Close' })
  add('@wallet-modal/connect', './texts', { 'connect.title': 'Connect Wallet', 'all.one': 'one', 'all.other': 'other' })
  return site
}

describe('texts', () => {
  it('writes the English texts beside the config file, and prints how to use them', async () => {
    using site = await createTranslatedSite()
    const { exitCode, stdout } = await runInside(site.path, ['texts', '--locale', 'pt-br'])
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('src/wallet-modal.pt-BR.ts was written: 4 texts')])
    expect(stdout).toContain("languages: { 'pt-BR': () => import('./wallet-modal.pt-BR') }")
    const file = site.read('src/wallet-modal.pt-BR.ts')
    expect(file).toContain("'connect.title': 'Connect Wallet',")
    expect(file).toContain("'@wallet-modal/kernel': typeof import('@wallet-modal/kernel/texts').strings")
    expect(file).not.toContain('eip155')
  })

  it('prints the file with --print, and writes nothing', async () => {
    using site = await createTranslatedSite()
    const before = site.snapshot()
    const { stdout } = await runInside(site.path, ['texts', '--locale', 'fr', '--print'])
    expect(stdout).toMatch(/^\/\/ Texts of the modal in French \(fr\)[\s\S]*satisfies LanguageOf<English>\n$/)
    expect(documentOf(await runInside(site.path, ['texts', '--locale', 'fr', '--print', '--json']))).toMatchObject({
      ...{ ok: true, locale: 'fr', path: 'src/wallet-modal.fr.ts', written: false },
      texts: { '@wallet-modal/kernel': { close: 'Close' } },
    })
    expect(site.snapshot()).toEqual(before)
  })

  it('never overwrites a translation', async () => {
    using site = await createTranslatedSite()
    site.write('src/wallet-modal.fr.ts', 'export default {}\n')
    const before = site.snapshot()
    const { exitCode, stderr } = await runInside(site.path, ['texts', '--locale', 'fr'])
    expect([exitCode > 0, stderr]).toEqual([true, expect.stringContaining('src/wallet-modal.fr.ts exists')])
    expect(site.snapshot()).toEqual(before)
  })

  it.each([
    ['without a language', []],
    ['with a value that is no language tag', ['--locale', 'french language']],
  ])('is a usage error %s', async (_, args) => {
    using site = await createTranslatedSite()
    const { exitCode, stderr } = await runInside(site.path, ['texts', ...args])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--locale')])
  })
})
