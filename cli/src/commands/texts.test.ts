import { describe, expect, it } from 'vitest'
import { documentOf } from '../fixtures/bin.js'
import type { Folder } from '../fixtures/folder.js'
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
  install(site, '@wallet-modal/eip155', {
    ...JSON.parse(site.read('node_modules/@wallet-modal/eip155/package.json')),
    exports: { './package.json': './package.json' },
  })
  add('@wallet-modal/kernel', './texts', { close: 'Close' })
  add('@wallet-modal/connect', './texts', { 'connect.title': 'Connect Wallet', 'all.one': 'one', 'all.other': 'other' })
  return site
}

const pay = 'wallet-modal-plugin-pay'

/** Adds a third-party plugin to a site. `code` is the module of its texts. */
function addPay(site: Folder, code: string): void {
  const walletModal = { id: 'pay', export: 'pay', title: 'Pay', description: 'Pay', kernel: '^0.1' }
  install(
    site,
    pay,
    { name: pay, version: '1.0.0', type: 'module', ...entry('./texts'), walletModal },
    { 'texts.js': code },
  )
  const manifest = JSON.parse(site.read('wallet-modal.json'))
  site.write('wallet-modal.json', { ...manifest, plugins: { ...manifest.plugins, [pay]: {} } })
}

describe('texts', () => {
  it('reads the texts of a third-party plugin without running its code', async () => {
    using site = await createTranslatedSite()
    addPay(site, `import 'node:fs'\nprocess.exit(1)\n${textsOf({ 'pay.title': 'Pay' })}`)
    const { exitCode, stdout } = await runInside(site.path, ['texts', '--locale', 'fr'])
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('was written: 5 texts')])
    expect(site.read('src/wallet-modal.fr.ts')).toContain(
      "  'wallet-modal-plugin-pay': {\n    'pay.title': 'Pay',\n  },",
    )
  })

  it('leaves out texts that a third-party plugin computes, and says where to add them', async () => {
    using site = await createTranslatedSite()
    addPay(site, "process.exit(1)\nexport const strings = Object.fromEntries([['pay.title', 'Pay']])\n")
    const ran = await runInside(site.path, ['texts', '--locale', 'fr'])
    expect([ran.exitCode, ran.stdout]).toEqual([
      0,
      expect.stringMatching(/Warning: The texts of "wallet-modal-plugin-pay" are left out[\s\S]*was written: 4 texts/),
    ])
    expect(site.read('src/wallet-modal.fr.ts')).toContain("  'wallet-modal-plugin-pay': {\n  },")
    const printed = await runInside(site.path, ['texts', '--locale', 'fr', '--print'])
    expect(printed.stderr).toContain('The texts of "wallet-modal-plugin-pay" are left out')
    expect(printed.stdout).not.toContain('are left out')
    expect(documentOf(await runInside(site.path, ['texts', '--locale', 'fr', '--print', '--json']))).toMatchObject({
      texts: { [pay]: {} },
      warnings: [expect.stringContaining('wallet-modal-plugin-pay/texts')],
    })
  })

  it('fails if an entry with texts imports a missing file, and names the entry', async () => {
    using site = await createTranslatedSite()
    site.write('node_modules/@wallet-modal/connect/texts.js', "export { strings } from './missing.js'\n")
    expect(await runInside(site.path, ['texts', '--locale', 'fr'])).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/@wallet-modal\/connect\/texts: Cannot find module .*missing\.js/),
    })
  })

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

  it('counts the packages that have texts, and the kernel once', async () => {
    using site = await createTranslatedSite()
    const kernel = JSON.parse(site.read('node_modules/@wallet-modal/kernel/package.json'))
    site.write('node_modules/@wallet-modal/kernel/package.json', {
      ...kernel,
      exports: { ...kernel.exports, './ui/transactions/texts': './texts.js' },
    })
    addPay(site, "export const strings = Object.fromEntries([['pay.title', 'Pay']])\n")
    const { stdout } = await runInside(site.path, ['texts', '--locale', 'fr'])
    expect(stdout).toContain('was written: 5 texts of 2 packages, in English.')
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
