import { describe, expect, it } from 'vitest'
import { createStart, runJson } from '../fixtures/changes.js'
import { network } from '../fixtures/first-party.js'

const { start, fresh, refused } = await createStart()

describe('set', () => {
  it('warns about a project id that is a placeholder or has the wrong format', async () => {
    using one = await fresh()
    const warningsOf = async (...texts: string[]): Promise<readonly string[]> =>
      (await runJson(one, 'set', ...texts, '--dry-run')).warnings
    expect(await warningsOf('projectId=YOUR_PROJECT_ID')).toEqual([
      expect.stringMatching(/"YOUR_PROJECT_ID" is a placeholder/),
    ])
    expect(await warningsOf('projectId=9f86d081')).toEqual([
      expect.stringMatching(/"9f86d081" is not valid\. .* 32 of the characters 0-9 and a-f/),
    ])
    expect(await warningsOf('projectId=9f86d081884c7d659a2feaa0c55ad015')).toEqual([])
    expect(await warningsOf('projectId=env:VITE_ID')).toEqual([])
    expect(await warningsOf('projectId=shop', 'endpoints.catalogue=https://wallets.example')).toEqual([])
  })

  it('converts values to the types of the option schemas, and removes options without a value; installs nothing', async () => {
    using one = await fresh('fail')
    await runJson(
      one,
      'set',
      'connect.legalCheckbox=true',
      'connect.termsUrl=https://shop.example/terms',
      'connect.featuredWalletIds=a,b',
      'connect.allWallets=HIDE',
      'theme=dark',
      'projectId=env:VITE_ID',
      'metadata.url=https://shop.example',
      'networks=eip155:10',
    )
    expect(JSON.parse(one.site.read('wallet-modal.json'))).toMatchObject({
      projectId: { env: 'VITE_ID' },
      metadata: { name: 'Shop', url: 'https://shop.example' },
      networks: ['eip155:10'],
      theme: 'dark',
      plugins: {
        '@wallet-modal/connect': {
          allWallets: 'HIDE',
          featuredWalletIds: ['a', 'b'],
          legalCheckbox: true,
          termsUrl: 'https://shop.example/terms',
        },
      },
    })
    await runJson(
      one,
      'set',
      'connect.legalCheckbox=',
      'connect.termsUrl=',
      'connect.featuredWalletIds=',
      'connect.allWallets=',
      'theme=',
      'projectId=',
      'metadata.url=',
      'networks=eip155:1,eip155:8453',
    )
    expect(one.files()).toEqual(start.files())
  })

  it('refuses an environment variable for the project id that Vite does not pass to pages, and changes nothing', async () => {
    const before = start.files()
    expect(await refused('set', 'projectId=env:WC_ID')).toMatchObject({
      error: { code: 'INVALID_OPTION', advice: expect.stringContaining('"env:VITE_WC_ID"') },
    })
    expect(start.files()).toEqual(before)
  })

  it.each([
    ['theme=drak', '"theme" must be "auto", "light", "dark" or an object of theme tokens.'],
    ['theme={"accnt":"#fff"}', 'Did you mean "accent"?'],
    ['networks=ethereum', '"networks.0" must be a CAIP-2 id such as "eip155:1".'],
    ['rpcUrls.eip155:1=node', '"rpcUrls.eip155:1.0" must be'],
    ['connect.connectorTypeOrder=injected,nothing', '"connectorTypeOrder.1" must be one of'],
    ['connect.collapseWallets=maybe', '"collapseWallets" must be true or false.'],
  ])('explains why %s is refused, and changes nothing', async (assignment, words) => {
    using one = await fresh('fail')
    expect(await runJson(one, 'set', assignment)).toMatchObject({ error: { message: expect.stringContaining(words) } })
    expect(one.files()).toEqual(start.files())
  })

  it('accepts the id of a third-party plugin, as remove does, and refuses options that only code sets', async () => {
    using one = await fresh()
    const name = 'wallet-modal-plugin-vaults'
    const options = { type: 'object', properties: { longest: { type: 'integer' }, onGoal: { type: 'integer' } } }
    one.site.write(`node_modules/${name}/package.json`, {
      name,
      version: '2.0.0',
      walletModal: {
        ...{ id: 'vault-notes', export: 'vaultNotes', title: 'Notes', description: 'Notes', kernel: '^0.1', options },
        codeOptions: [{ name: 'onGoal' }],
      },
    })
    one.site.write(
      'package.json',
      one.site.read('package.json').replace('"dependencies": {', `"dependencies": {\n    "${name}": "2.0.0",`),
    )
    await runJson(one, 'add', 'vaults', '--no-install')
    const pluginsOf = (): object => JSON.parse(one.site.read('wallet-modal.json')).plugins
    expect(await runJson(one, 'set', 'vault-notes.longest=20', '--no-install')).toMatchObject({ ok: true })
    expect(pluginsOf()).toMatchObject({ [name]: { longest: 20 } })
    const { error } = await runJson(one, 'set', 'vault-notes.onGoal=5', '--no-install')
    expect(error.message).toContain('must be set in code')
    expect(await runJson(one, 'remove', 'vault-notes', '--no-install')).toMatchObject({ ok: true, changed: true })
    expect(pluginsOf()).not.toHaveProperty(name)
  })

  it('names a similar plugin of the site, and describes URLs without a pattern', async () => {
    using one = await fresh()
    await runJson(one, 'add', 'sandbox')
    const errorOf = async (text: string): Promise<{ message: string; advice: string }> =>
      (await runJson(one, 'set', text, '--no-install')).error
    expect(await errorOf('sandox.url=http://127.0.0.1:4800')).toMatchObject({ advice: 'Did you mean "sandbox.url"?' })
    expect((await errorOf('sandbox.url=foo')).message).toBe(
      '"url" cannot be foo: "url" must be a URL such as http://127.0.0.1:4700.',
    )
    expect((await errorOf('sandbox.url=https://shop.example')).message).toBe(
      '"url" cannot be https://shop.example: "url" must have the same form as http://127.0.0.1:4700.',
    )
  })

  it.each(['theme=drk', 'endpoints.lifi=foo', 'connect.allWallets=x'])(
    'gives advice on the format of a value only if it applies: not for %s',
    async (assignment) => {
      using one = await fresh('fail')
      const { error } = await runJson(one, 'set', assignment, '--no-install')
      expect(error.advice ?? '').not.toContain('Pass JSON')
      expect(error.message.match(/must be /g)).toHaveLength(1)
      const list = await runJson(one, 'set', 'connect.customWallets=x', '--no-install')
      expect(list.error.advice).toContain('Pass JSON')
    },
  )

  it('keeps the definition of a custom network whose id is given, and removes the others', async () => {
    using one = await fresh()
    const own = { ...network('1', 'My node'), rpcUrls: ['https://node.shop.example'] }
    const manifest = { ...JSON.parse(one.site.read('wallet-modal.json')), networks: [own, network('8453')] }
    one.site.write('wallet-modal.json', JSON.stringify(manifest))
    await runJson(one, 'set', 'networks=eip155:10,eip155:1', '--no-install')
    expect(JSON.parse(one.site.read('wallet-modal.json')).networks).toEqual(['eip155:10', own])
    await runJson(one, 'set', 'networks=eip155:1', '--no-install')
    expect(JSON.parse(one.site.read('wallet-modal.json')).networks).toEqual([own])
  })

  it('updates the generated file in the same change', async () => {
    using one = await fresh()
    await runJson(one, 'set', 'connect.collapseWallets=true', '--no-install')
    expect(one.site.read('src/wallet-modal.generated.ts')).toContain(
      'connect({ collapseWallets: true, ...code.connect })',
    )
  })

  it('refuses a legal checkbox without a terms or privacy URL, whichever option is changed', async () => {
    using one = await fresh()
    const setHere = (...words: string[]) => runJson(one, 'set', '--no-install', ...words)
    const wrong = { error: { code: 'INVALID_OPTION', advice: expect.stringContaining('connect.termsUrl') } }
    expect(await setHere('connect.legalCheckbox=true')).toMatchObject(wrong)
    expect(one.files()).toEqual(start.files())
    const terms = 'connect.termsUrl=https://shop.example/terms'
    expect(await setHere('connect.legalCheckbox=true', terms)).toMatchObject({ ok: true })
    expect(await setHere('connect.termsUrl=')).toMatchObject(wrong)
    expect(await setHere('connect.termsUrl=', 'connect.privacyUrl=https://shop.example/p')).toMatchObject({ ok: true })
  })

  it('accepts a legal checkbox if the config file sets the terms URL', async () => {
    using one = await fresh()
    const config = one.site.read('src/wallet-modal.config.ts')
    const terms = "generated({ connect: { termsUrl: 'https://shop.example/terms' } })"
    one.site.write('src/wallet-modal.config.ts', config.replace('generated()', terms))
    expect(await runJson(one, 'set', 'connect.legalCheckbox=true', '--no-install')).toMatchObject({ ok: true })
  })

  it('does not refuse other changes of a site whose legal checkbox already had no URL', async () => {
    using one = await fresh()
    const manifest = JSON.parse(one.site.read('wallet-modal.json'))
    manifest.plugins['@wallet-modal/connect'] = { legalCheckbox: true }
    one.site.write('wallet-modal.json', JSON.stringify(manifest))
    expect(await runJson(one, 'set', 'theme=dark', '--no-install')).toMatchObject({ ok: true })
  })

  it.each([
    ['an unknown network in an argument', {}, ['networks=eip155:999999'], 2],
    ['an unknown network in wallet-modal.json', { networks: ['eip155:999999'] }, ['theme=dark'], 3],
    [
      'a network in wallet-modal.json, which the argument replaces',
      { networks: ['eip155:999999'] },
      ['networks=eip155:1'],
      0,
    ],
  ])('exits for %s with the code for its source', async (_, change, args, exitCode) => {
    using one = await fresh()
    one.site.write('wallet-modal.json', { ...JSON.parse(one.site.read('wallet-modal.json')), ...change })
    expect(await one.run(['set', ...args, '--yes', '--no-install'])).toMatchObject({ exitCode })
  })
})
