import { describe, expect, it } from 'vitest'
import { firstParty, plugin } from '../../fixtures/first-party.js'
import { newSite, type SiteChoices } from './new-site.js'

const base: SiteChoices = { title: 'Shop', networks: ['eip155:1'], sandbox: true, features: {} }
const errorOf = (choices: Partial<SiteChoices>): unknown => {
  try {
    return newSite({ ...base, ...choices }, firstParty)
  } catch (error) {
    return error
  }
}

describe('newSite', () => {
  it('lists every plugin of the release by default, and no sandbox if it is disabled', () => {
    expect(Object.keys(newSite(base, firstParty).plugins)).toEqual(firstParty.plugins.map(({ name }) => name))
    expect(Object.keys(newSite({ ...base, sandbox: false }, firstParty).plugins)).not.toContain('@wallet-modal/sandbox')
  })

  it('lists the plugin of a chain family only if the site has one of its networks or names the plugin', () => {
    const solana = plugin('@wallet-modal/solana', { provides: ['namespace:solana'] })
    const release = { ...firstParty, plugins: [...firstParty.plugins, solana] }
    const namesFor = (...networks: string[]) => Object.keys(newSite({ ...base, networks }, release).plugins)
    expect(namesFor('eip155:1')).not.toContain('@wallet-modal/solana')
    expect(namesFor('eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual(
      expect.arrayContaining(['@wallet-modal/eip155', '@wallet-modal/solana']),
    )
    expect(Object.keys(newSite({ ...base, plugins: ['solana', 'connect'] }, release).plugins)).toContain(
      '@wallet-modal/solana',
    )
  })

  it('lists a plugin that needs a project id only if a project id is given or the plugin is named', () => {
    const phones = plugin('@wallet-modal/phones', { needsProjectId: true })
    const release = { ...firstParty, plugins: [...firstParty.plugins, phones] }
    const namesFor = (choices: Partial<SiteChoices>) => Object.keys(newSite({ ...base, ...choices }, release).plugins)
    expect(namesFor({})).not.toContain('@wallet-modal/phones')
    expect(namesFor({ projectId: 'env:VITE_ID' })).toContain('@wallet-modal/phones')
    expect(namesFor({ plugins: ['connect', 'phones'] })).toContain('@wallet-modal/phones')
  })

  it('lists a plugin for which a project id is not enough only if the plugin is named, even with a project id', () => {
    const shop = plugin('@wallet-modal/shop', { needsService: true })
    const release = { ...firstParty, plugins: [...firstParty.plugins, shop] }
    const namesFor = (choices: Partial<SiteChoices>) => Object.keys(newSite({ ...base, ...choices }, release).plugins)
    expect(namesFor({ projectId: 'env:VITE_ID' })).not.toContain('@wallet-modal/shop')
    expect(namesFor({ plugins: ['connect', 'shop'] })).toContain('@wallet-modal/shop')
  })

  it('lists a plugin that needs a project id without one if it has a source for a network of the site', () => {
    const needsId = plugin('@wallet-modal/trade', { needsProjectId: true })
    const source = plugin('@wallet-modal/market', { sourceFor: [needsId.name], forNamespaces: ['solana'] })
    const release = { ...firstParty, plugins: [...firstParty.plugins, needsId, source] }
    const namesFor = (...networks: string[]) => Object.keys(newSite({ ...base, networks }, release).plugins)
    expect(namesFor('eip155:1')).not.toContain('@wallet-modal/trade')
    expect(namesFor('eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toContain('@wallet-modal/trade')
  })

  it('lists an opt-in plugin only if it is named', () => {
    const rare = plugin('@wallet-modal/rare', { optIn: true, requires: ['namespace:eip155'] })
    const release = { ...firstParty, plugins: [...firstParty.plugins, rare] }
    expect(Object.keys(newSite(base, release).plugins)).not.toContain('@wallet-modal/rare')
    expect(Object.keys(newSite({ ...base, plugins: ['eip155', 'rare'] }, release).plugins)).toContain(
      '@wallet-modal/rare',
    )
  })

  it('accepts short and full names of plugins', () => {
    const { plugins } = newSite(
      { ...base, sandbox: false, plugins: ['eip155', '@wallet-modal/connect', 'connect'] },
      firstParty,
    )
    expect(Object.keys(plugins)).toEqual(['@wallet-modal/connect', '@wallet-modal/eip155'])
  })

  it('omits a disabled sandbox even if it is given by name', () => {
    expect(
      Object.keys(newSite({ ...base, sandbox: false, plugins: ['eip155', 'sandbox'] }, firstParty).plugins),
    ).toEqual(['@wallet-modal/eip155'])
  })

  it('refuses an unknown plugin', () => {
    expect(errorOf({ plugins: ['conect'] })).toMatchObject({
      code: 'UNKNOWN_PLUGIN',
      advice: expect.stringContaining('connect'),
    })
  })

  it('refuses an option of a plugin that was left out', () => {
    const features = { legalCheckbox: false, termsUrl: 'https://a.example' }
    expect(errorOf({ plugins: ['eip155'], features })).toMatchObject({
      code: 'FEATURE_NEEDS_PLUGIN',
      message: '--no-legal-checkbox and --terms-url set options of the plugin "connect", which is not selected.',
      advice: 'Add "connect" to the plugins, or omit --no-legal-checkbox and --terms-url.',
    })
    expect(errorOf({ sandbox: false, sandboxUrl: 'http://127.0.0.1:5000' })).toMatchObject({
      code: 'FEATURE_NEEDS_PLUGIN',
      message: '--sandbox-url sets an option of the plugin "sandbox", which is not selected.',
      advice: 'Omit --no-sandbox, or omit --sandbox-url.',
    })
  })

  it('refuses a legal checkbox without a terms or privacy URL', () => {
    expect(errorOf({ features: { legalCheckbox: true } })).toMatchObject({
      code: 'INVALID_OPTION',
      message: '--legal-checkbox cannot be used alone.',
      advice: 'Add --terms-url or --privacy-url.',
    })
    for (const features of [{ legalCheckbox: true, termsUrl: 'https://a.example' }, { legalCheckbox: false }])
      expect(newSite({ ...base, features }, firstParty).plugins).toMatchObject({ '@wallet-modal/connect': features })
  })

  it('converts a project id such as env:NAME to the name of a variable, and refuses an invalid project id', () => {
    expect(newSite({ ...base, projectId: 'env:VITE_ID' }, firstParty).projectId).toEqual({ env: 'VITE_ID' })
    expect(newSite({ ...base, projectId: 'abc' }, firstParty).projectId).toBe('abc')
    expect(errorOf({ projectId: 'a b' })).toMatchObject({ code: 'INVALID_OPTION' })
  })

  it.each([
    [{ networks: ['ethereum'] }, '--networks'],
    [{ networks: [] }, '--networks'],
    [{ theme: 'drak' }, '--theme'],
    [{ locale: 'zzz_1' }, '--locale'],
    [{ projectId: 'a b' }, '--project-id'],
  ])('names the flag that sets the invalid field: %j', (choices, flag) => {
    expect(errorOf(choices)).toMatchObject({ code: 'INVALID_OPTION', advice: `Correct ${flag}; see --help.` })
  })

  it.each(['http://127.0.0.1:5000', 'http://localhost:5000', 'http://[::1]:5000/', 'http://shop.localhost:4700'])(
    'accepts the sandbox URL %s',
    (sandboxUrl) => {
      expect(newSite({ ...base, sandboxUrl }, firstParty).plugins['@wallet-modal/sandbox']).toEqual({
        url: new URL(sandboxUrl).origin,
      })
    },
  )

  it.each([
    'http://192.168.0.5:4700',
    'https://127.0.0.1:4700',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1:4700/path',
    'http://127.0.0.1:4700/?a=b',
    'http://127.0.0.1:4700/#a',
    'http://ann@127.0.0.1:4700',
    'http://:secret@127.0.0.1:4700',
    'http://localhost.evil.example',
    'http://evil.example.localhost.example',
    'ftp://localhost',
    'x',
  ])('refuses the sandbox URL %s, which is not an HTTP origin on this machine', (sandboxUrl) => {
    expect(errorOf({ sandboxUrl })).toMatchObject({ code: 'INVALID_OPTION' })
  })

  it.each([[{ theme: 'blue' }], [{ locale: 'English' }], [{ networks: [] }], [{ networks: ['mainnet'] }]])(
    'refuses %j',
    (choices) => {
      expect(errorOf(choices)).toMatchObject({ code: 'INVALID_OPTION' })
    },
  )
})
