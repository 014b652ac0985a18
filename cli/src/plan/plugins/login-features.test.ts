import { describe, expect, it } from 'vitest'
import { firstParty, plugin } from '../../fixtures/first-party.js'
import { newSite, type SiteChoices } from '../site/new-site.js'
import type { FeatureValues } from './features.js'
import { loginPlugin, loginWarnings } from './login-features.js'

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
const list = {
  ...firstParty,
  plugins: [
    ...firstParty.plugins.filter(({ name }) => name !== connect.name),
    connect,
    plugin(loginPlugin, { export: 'emailSocial', options, optIn: true }),
  ],
}
const siteOf = (features: FeatureValues, more: Partial<SiteChoices> = {}) =>
  newSite({ title: 'Shop', networks: ['eip155:1'], sandbox: true, features, ...more }, list)
const gateway = 'https://wallet.shop.example'

describe('email and social login by flags', () => {
  it.each<[string, FeatureValues, object | undefined]>([
    ['nothing', {}, undefined],
    ['--email', { email: true }, {}],
    ['--no-email', { email: false }, undefined],
    ['--gateway', { gateway }, { url: gateway }],
    ['--gateway with a slash', { gateway: `${gateway}/` }, { url: gateway }],
    ['--gateway --no-email', { gateway, email: false }, undefined],
    ['--socials', { socials: 'google,github' }, { socials: ['google', 'github'] }],
    ['--socials with nothing', { socials: '' }, undefined],
    ['--no-email --socials', { email: false, socials: 'google' }, { email: false, socials: ['google'] }],
    [
      '--gateway --no-email --socials',
      { gateway, email: false, socials: 'google' },
      { url: gateway, email: false, socials: ['google'] },
    ],
    ['--default-account-types', { defaultAccountTypes: 'eip155=eoa' }, { defaultAccountTypes: { eip155: 'eoa' } }],
    ['--no-email --default-account-types', { email: false, defaultAccountTypes: 'eip155=eoa' }, undefined],
    ['--gateway --socials', { gateway, socials: 'github' }, { url: gateway, socials: ['github'] }],
  ])('%s', (_, features, expected) => {
    expect(siteOf(features).plugins[loginPlugin]).toEqual(expected)
  })

  it.each(['eip155', '__proto__=x'])('refuses the account types %s', (defaultAccountTypes) => {
    expect(() => siteOf({ defaultAccountTypes })).toThrow('pairs such as eip155=smartAccount')
  })

  it('adds the plugin to those that are named', () => {
    const { plugins } = siteOf({ gateway }, { plugins: ['eip155', 'connect'], sandbox: false })
    expect(Object.keys(plugins)).toEqual(['@wallet-modal/connect', '@wallet-modal/eip155', loginPlugin])
  })

  it('--no-email-show-wallets is an option of the Connect plugin', () => {
    const { plugins } = siteOf({ gateway, emailShowWallets: false })
    expect(plugins['@wallet-modal/connect']).toEqual({ emailShowWallets: false })
  })

  it.each([`${gateway}/path`, `${gateway}/?a=b`, 'wallet.shop.example', 'javascript:alert(1)', 'https://a@b.example'])(
    'refuses --gateway %s',
    (value) => {
      expect(() => siteOf({ gateway: value })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
    },
  )
})

describe('what a login needs', () => {
  it.each<[string, FeatureValues, boolean, RegExp | undefined]>([
    ['no login', {}, true, undefined],
    ['a gateway', { gateway }, false, undefined],
    ['the sandbox', { email: true }, true, /with the sandbox only/],
    ['neither', { socials: 'google' }, false, /not offered yet/],
  ])('%s', (_, features, hasSandbox, sentence) => {
    const warnings = loginWarnings(siteOf(features, { sandbox: hasSandbox }), hasSandbox)
    expect(warnings).toEqual(sentence ? [expect.stringMatching(sentence)] : [])
  })
})
