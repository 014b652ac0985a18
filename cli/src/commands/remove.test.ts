import { describe, expect, it } from 'vitest'
import { createStart, runJson } from '../fixtures/changes.js'

const { start, fresh } = await createStart()

describe('remove', () => {
  it('deletes all files of the modal with --all, and its packages from package.json', async () => {
    using one = await fresh()
    const document = await runJson(one, 'remove', '--all')
    expect(document).toMatchObject({ ok: true, changed: true, kept: [] })
    expect(document.files.filter(({ change }) => change === 'delete').map(({ path }) => path)).toEqual([
      'wallet-modal.json',
      'src/wallet-modal.generated.ts',
      'src/wallet-modal.config.ts',
    ])
    expect(one.site.read('package.json')).not.toMatch(/@wallet-modal|create-wallet-modal/)
    expect(document.next.join()).toContain('Scripts in package.json')
  })

  it.each([
    ['wallet-modal sync && vite build', '`wallet-modal`'],
    ['npx wallet-modal doctor', '`wallet-modal`'],
    ['create-wallet-modal sync', '`create-wallet-modal`'],
    ['npx create-wallet-modal doctor', undefined],
    ['npx --yes create-wallet-modal doctor', undefined],
    ['pnpm dlx create-wallet-modal doctor', undefined],
  ])('with --all and the script %j, names the removed program %s', async (script, program) => {
    using one = await fresh()
    const json = JSON.parse(one.site.read('package.json'))
    one.site.write('package.json', { ...json, scripts: { check: script } })
    const steps = (await runJson(one, 'remove', '--all', '--dry-run')).next.filter((step) => step.includes('Scripts'))
    expect(steps).toEqual(program ? [expect.stringContaining(`still call ${program}, which`)] : [])
  })

  it('keeps a config file that was edited by hand, and reports it', async () => {
    using one = await fresh()
    const config = `${one.site.read('src/wallet-modal.config.ts')}\n// mine\n`
    one.site.write('src/wallet-modal.config.ts', config)
    expect(await runJson(one, 'remove', '--all')).toMatchObject({ kept: ['src/wallet-modal.config.ts'] })
    expect(one.site.read('src/wallet-modal.config.ts')).toBe(config)
  })

  it('refuses to remove a plugin whose capability another plugin needs, and names both plugins', async () => {
    using one = await fresh()
    const need = {
      id: 'exchange',
      export: 'exchange',
      title: 'Exchange',
      description: 'Exchange',
      kernel: '^0.1',
      requires: ['namespace:eip155'],
    }
    one.site.write('node_modules/wallet-modal-plugin-exchange/package.json', {
      name: 'wallet-modal-plugin-exchange',
      version: '2.0.0',
      walletModal: need,
    })
    one.site.write(
      'package.json',
      one.site
        .read('package.json')
        .replace('"dependencies": {', '"dependencies": {\n    "wallet-modal-plugin-exchange": "2.0.0",'),
    )
    expect(await runJson(one, 'add', 'exchange', '--no-install')).toMatchObject({
      ok: true,
      added: [{ name: 'wallet-modal-plugin-exchange', firstParty: false }],
    })
    const { error } = await runJson(one, 'remove', 'eip155', '--no-install')
    expect(error.code).toBe('STILL_NEEDED')
    for (const text of ['@wallet-modal/eip155', 'wallet-modal-plugin-exchange', 'namespace:eip155'])
      expect(error.message).toContain(text)
  })

  it('removes a plugin whose package is missing, while other changes are refused', async () => {
    using one = await fresh()
    const broken = (text: string) => text.replace('"plugins": {', '"plugins": {\n    "gone": {},')
    one.site.write('wallet-modal.json', broken(one.site.read('wallet-modal.json')))
    const before = one.files()
    for (const args of [
      ['add', 'safe'],
      ['set', 'theme=dark'],
      ['remove', 'account'],
    ])
      expect(await runJson(one, ...args)).toMatchObject({ error: { code: 'NOT_INSTALLED' } })
    expect(one.files()).toEqual(before)
    expect(await runJson(one, 'remove', 'gone')).toMatchObject({ ok: true, removed: ['gone'] })
    expect(JSON.parse(one.site.read('wallet-modal.json'))).toEqual(JSON.parse(start.site.read('wallet-modal.json')))
  })

  it('lists the files of the site that use a removed plugin, and changes none of them', async () => {
    using one = await fresh()
    one.site.write('src/pay.ts', "import { Swap } from '@wallet-modal/swap/contract'\nexport const view = Swap\n")
    one.site.write('src/other.ts', "export const link = '@wallet-modal/swap-like'\n")
    one.site.write('dist/index.js', "import '@wallet-modal/swap'\n")
    one.site.write(
      'src/wallet-modal.config.ts',
      one.site.read('src/wallet-modal.config.ts').replace('generated()', 'generated({ lifi: {} })'),
    )
    const before = one.site.read('src/pay.ts')
    const { next, warnings } = await runJson(one, 'remove', 'swap', 'lifi')
    expect(next).toEqual([
      "The site's own code still uses swap, lifi. Change or delete these files, and the code that imports them: src/pay.ts, src/wallet-modal.config.ts.",
    ])
    expect([one.site.read('src/pay.ts'), warnings]).toEqual([before, []])
    expect((await runJson(one, 'remove', 'account', '--dry-run')).next).toEqual([])
    const { stdout } = await one.run(['remove', 'receive', '--yes', '--dry-run'])
    expect(stdout).not.toContain('Files of the site')
  })

  it('lists the files of the site that use a removed plugin whose package is missing', async () => {
    using one = await fresh()
    one.site.write(
      'wallet-modal.json',
      one.site.read('wallet-modal.json').replace('"plugins": {', '"plugins": {\n    "gone": {},'),
    )
    one.site.write('src/pay.ts', "import { pay } from 'gone/pay'\nexport const view = pay\n")
    expect((await runJson(one, 'remove', 'gone', '--dry-run')).next).toEqual([
      "The site's own code still uses gone. Change or delete these files, and the code that imports them: src/pay.ts.",
    ])
  })

  it('warns that swap does nothing without its last source', async () => {
    using one = await fresh()
    expect((await runJson(one, 'remove', 'lifi', '--dry-run')).warnings).toEqual([
      expect.stringMatching(/plugins do nothing without it or a service of your own: swap\..* add lifi`/),
    ])
    expect((await runJson(one, 'remove', 'lifi', 'swap', '--dry-run')).warnings).toEqual([])
    await runJson(one, 'set', 'endpoints.blockchain=https://gateway.example', '--no-install')
    expect((await runJson(one, 'remove', 'lifi', '--dry-run')).warnings).toEqual([])
  })

  it('warns that the button does nothing without connect', async () => {
    using one = await fresh()
    expect((await runJson(one, 'remove', 'connect', 'account', '--dry-run')).warnings).toEqual([
      expect.stringMatching(/a click on the button does not open the modal.* add connect`/),
    ])
    expect((await runJson(one, 'remove', 'account', '--dry-run')).warnings).toEqual([])
  })

  it('changes nothing for a plugin that the site does not have', async () => {
    using one = await fresh()
    expect(await runJson(one, 'remove', 'solana')).toMatchObject({ ok: true, changed: false })
    expect(one.files()).toEqual(start.files())
  })
})
