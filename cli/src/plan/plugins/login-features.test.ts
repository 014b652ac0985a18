import { describe, expect, it } from 'vitest'
import { firstParty, plugin } from '../../fixtures/first-party.js'
import { newSite, type SiteChoices } from '../site/new-site.js'
import type { SiteManifest } from '../site/site-manifest.js'
import type { FeatureValues } from './features.js'
import { sandboxName } from './first-party.js'
import { lacksGateway, loginLines, loginPlugin, loginWarnings } from './login-features.js'

const options = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { type: 'string' },
    email: { type: 'boolean' },
    socials: { type: 'array', items: { enum: ['google', 'github'] } },
    defaultAccountTypes: { type: 'object' },
  },
}
const connect = plugin('@wallet-modal/connect', {
  options: { type: 'object', additionalProperties: false, properties: { emailShowWallets: { type: 'boolean' } } },
})
const release = {
  ...firstParty,
  plugins: [
    ...firstParty.plugins.filter(({ name }) => name !== connect.name),
    connect,
    plugin(loginPlugin, { export: 'emailSocial', options, optIn: true, forNamespaces: ['eip155', 'solana'] }),
  ],
}
const siteOf = (features: FeatureValues, more: Partial<SiteChoices> = {}) =>
  newSite({ title: 'Shop', networks: ['eip155:1'], sandbox: true, features, ...more }, release)
const gateway = 'https://wallet.shop.example'

describe('the flags of email and social login', () => {
  it.each<[string, FeatureValues, object | undefined]>([
    ['no flag', {}, {}],
    ['--email', { email: true }, {}],
    ['--no-email', { email: false }, undefined],
    ['--gateway', { gateway }, { url: gateway }],
    ['--gateway with a final slash', { gateway: `${gateway}/` }, { url: gateway }],
    ['--gateway --no-email', { gateway, email: false }, undefined],
    ['--socials', { socials: 'google,github' }, { socials: ['google', 'github'] }],
    ['an empty --socials', { socials: '' }, {}],
    ['--no-email --socials', { email: false, socials: 'google' }, { email: false, socials: ['google'] }],
    [
      '--gateway --no-email --socials',
      { gateway, email: false, socials: 'google' },
      { url: gateway, email: false, socials: ['google'] },
    ],
    ['--default-account-types', { defaultAccountTypes: 'eip155=eoa' }, { defaultAccountTypes: { eip155: 'eoa' } }],
    ['--no-email --default-account-types', { email: false, defaultAccountTypes: 'eip155=eoa' }, undefined],
    ['--gateway --socials', { gateway, socials: 'github' }, { url: gateway, socials: ['github'] }],
  ])('with %s, parsed as %j, give the login plugin the options %j', (_, features, expected) => {
    expect(siteOf(features).plugins[loginPlugin]).toEqual(expected)
  })

  it.each(['eip155', '__proto__=x'])('refuse --default-account-types %s', (defaultAccountTypes) => {
    expect(() => siteOf({ defaultAccountTypes })).toThrow('pairs such as eip155=smartAccount')
  })

  it('add the login plugin to the plugins that are given by name', () => {
    const { plugins } = siteOf({ gateway }, { plugins: ['eip155', 'connect'], sandbox: false })
    expect(Object.keys(plugins)).toEqual(['@wallet-modal/connect', '@wallet-modal/eip155', loginPlugin])
  })

  it('--no-email-show-wallets sets an option of the Connect plugin', () => {
    const { plugins } = siteOf({ gateway, emailShowWallets: false })
    expect(plugins['@wallet-modal/connect']).toEqual({ emailShowWallets: false })
  })

  it.each([`${gateway}/path`, `${gateway}/?a=b`, 'wallet.shop.example', 'javascript:alert(1)', 'https://a@b.example'])(
    'refuse --gateway %s',
    (value) => {
      expect(() => siteOf({ gateway: value })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
    },
  )
})

describe('the login plugin in a new site without login flags', () => {
  it.each<[string, Partial<SiteChoices>, boolean]>([
    ['the sandbox', {}, true],
    ['no sandbox', { sandbox: false }, false],
    ['named plugins', { plugins: ['eip155', 'connect'] }, false],
    ['only Bitcoin', { networks: ['bip122:000000000019d6689c085ae165831e93'] }, false],
    ['only Solana', { networks: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }, true],
  ])('with %s (%j) is added: %s', (_, choices, isThere) => {
    expect(loginPlugin in siteOf({}, choices).plugins).toBe(isThere)
  })
})

describe('reports about the login of a new site', () => {
  it.each<[string, FeatureValues, boolean, RegExp | undefined]>([
    ['the default', {}, true, /^Email {6}in development, with the sandbox; for visitors it needs your own gateway/],
    [
      '--socials',
      { socials: 'google' },
      true,
      /^Logins {5}in development, with the sandbox; for visitors they need your own gateway/,
    ],
    [
      '--no-email --socials',
      { email: false, socials: 'google' },
      true,
      /^Socials {4}in development, with the sandbox; for visitors they need your own gateway/,
    ],
    ['--no-email', { email: false }, true, /^Email {6}off: --email adds it/],
    ['--no-sandbox', {}, false, /^Email {6}off: it needs the sandbox or your own gateway/],
    ['--no-sandbox --email', { email: true }, false, /^Email {6}not offered: it needs your own gateway/],
    ['--no-sandbox --socials', { socials: 'google' }, false, /^Logins {5}not offered: they need your own gateway/],
    [
      '--no-sandbox --no-email --socials',
      { email: false, socials: 'google' },
      false,
      /^Socials {4}not offered: they need your own gateway/,
    ],
    ['a gateway', { gateway }, false, undefined],
  ])('are as expected in the plan, with %s', (_, features, sandbox, sentence) => {
    expect(loginLines(siteOf(features, { sandbox }))).toEqual(sentence ? [expect.stringMatching(sentence)] : [])
  })

  it('say that no login is offered if email is off without a social login', () => {
    const site = siteOf({}, { sandbox: true })
    const without: SiteManifest = { ...site, plugins: { ...site.plugins, [loginPlugin]: { email: false } } }
    expect(loginLines(without)).toEqual([expect.stringMatching(/^Logins {5}none/)])
    const { [sandboxName]: _, ...plugins } = without.plugins
    expect(loginWarnings({ ...without, plugins })).toEqual([])
  })

  it.each<[string, FeatureValues, boolean, RegExp | undefined]>([
    ['no login flag', {}, false, undefined],
    ['a gateway', { gateway }, false, undefined],
    ['the sandbox', {}, true, undefined],
    ['--email', { email: true }, false, /^Email login is not offered yet: it needs/],
    ['--socials', { socials: 'google' }, false, /^Email and social login are not offered yet: they need/],
    [
      '--no-email --socials',
      { email: false, socials: 'google' },
      false,
      /^Social logins are not offered yet: they need/,
    ],
  ])('are as expected in the warnings, with %s', (_, features, sandbox, sentence) => {
    expect(loginWarnings(siteOf(features, { sandbox }))).toEqual(sentence ? [expect.stringMatching(sentence)] : [])
  })

  it('lacksGateway ignores the endpoint of another service', () => {
    const site = siteOf({})
    expect(lacksGateway(site)).toBe(true)
    expect(lacksGateway({ ...site, endpoints: { secure: gateway } })).toBe(true)
    expect(lacksGateway(siteOf({ gateway }))).toBe(false)
  })
})
