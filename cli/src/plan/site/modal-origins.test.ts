import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { network, plugin } from '../../fixtures/first-party.js'
import type { JsonObject } from '../files/json.js'
import { defaultEndpoints } from './default-endpoints.js'
import { modalOrigins } from './modal-origins.js'
import { modalDirectives, toPolicyText } from './policy.js'
import type { SiteManifest } from './site-manifest.js'

const site = (more: Partial<SiteManifest> = {}): SiteManifest => ({
  metadata: { name: 'Shop' },
  networks: ['eip155:1'],
  plugins: {
    '@wallet-modal/connect': {},
    '@wallet-modal/eip155': {},
    '@wallet-modal/walletconnect': {},
    '@wallet-modal/sandbox': {},
  },
  ...more,
})
const optionsOf = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../../plugins/${name}/package.json`, import.meta.url), 'utf8')).walletModal
    .options
const connect = plugin('@wallet-modal/connect', {
  options: optionsOf('connect'),
  permissions: { api: ['catalogue:/getWallets', 'catalogue:/getWalletImage/*'] },
})
const eip155 = plugin(
  '@wallet-modal/eip155',
  { provides: ['namespace:eip155'], permissions: { api: ['rpc:eth_getBalance'] } },
  [network('1')],
)
const walletconnect = plugin('@wallet-modal/walletconnect', {
  permissions: { api: ['relay:/', 'rpc:*'], origins: { connect: ['wss://relay.walletconnect.org'] } },
})
const sandbox = plugin('@wallet-modal/sandbox', {
  developmentOnly: true,
  permissions: { api: ['rpc:*'], origins: { connect: ['http://127.0.0.1:4700'] } },
})
const plugins = [connect, eip155, walletconnect, sandbox]
const permissionTexts = (one: SiteManifest, list = plugins): readonly string[] =>
  modalOrigins(one, list).origins.map(({ kind, url }) => `${kind} ${url}`)

describe('the origins that a site connects to or loads from', () => {
  it("use the kernel's default endpoints; the default parents in Safe's manifest are those in its code", () => {
    const source = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
    const [, list = ''] = /defaultEndpoints[^=]*= \{([^}]*)\}/.exec(source('kernel/src/transport/endpoints.ts')) ?? []
    const entries = [...list.matchAll(/(\w+): '([^']+)'/g)].map(([, name, url]) => [name, url])
    expect(Object.fromEntries(entries)).toEqual(defaultEndpoints)
    const [, parents = ''] = /PARENTS[^=]*= \[([^\]]*)\]/.exec(source('plugins/safe/src/join.ts')) ?? []
    const stated = [...parents.matchAll(/'([^']+)'/g)].map(([, url]) => url)
    expect(optionsOf('safe')).toMatchObject({ properties: { parents: { default: stated } } })
  })

  it('are valid for every plugin of the release', () => {
    const folder = new URL('../../../../plugins/', import.meta.url)
    const names = readdirSync(folder)
    const manifests = names.map((name) => JSON.parse(readFileSync(new URL(`${name}/package.json`, folder), 'utf8')))
    const all = manifests.map((json) => plugin(json.name, json.walletModal))
    const options = Object.fromEntries(all.map(({ name }) => [name, {}]))
    expect(all.length).toBeGreaterThan(20)
    expect(modalOrigins(site({ plugins: options }), all).invalid).toEqual([])
  })

  it('are only the nodes of the networks if the site has no project id', () => {
    expect(permissionTexts(site())).toEqual(['connect https://rpc.example/1'])
  })

  it('include the public services if the site has a project id', () => {
    expect(permissionTexts(site({ projectId: 'x' }))).toEqual([
      'connect https://api.web3modal.org',
      'connect https://rpc.example/1',
      'connect https://rpc.walletconnect.org',
      'connect wss://relay.walletconnect.org',
      'image https://api.web3modal.org',
    ])
  })

  it('are the endpoints that the site sets, and not the defaults that these replace', () => {
    const own = site({
      projectId: 'x',
      rpcUrls: { 'eip155:1': ['https://node.example/key'] },
      endpoints: { catalogue: 'https://w.example', rpc: 'https://r.example', relay: 'https://relay.example' },
    })
    expect(permissionTexts(own)).toEqual([
      'connect https://node.example/key',
      'connect https://r.example',
      'connect https://relay.example',
      'connect https://rpc.example/1',
      'connect https://w.example',
      'image https://w.example',
    ])
  })

  it('follow the WalletConnect options "relayUrl" and "projectId"', () => {
    const withOptions = (options: Record<string, string>) =>
      permissionTexts(site({ plugins: { '@wallet-modal/walletconnect': options } }), [walletconnect, eip155])
    expect(withOptions({ relayUrl: 'wss://relay.example' })).toEqual(['connect wss://relay.example'])
    expect(withOptions({ projectId: 'x' })).toEqual(['connect wss://relay.walletconnect.org'])
  })

  it('include images of custom wallets and networks, frames, windows, and frame ancestors', () => {
    const other = plugin('wallet-modal-plugin-x', {
      export: 'x',
      permissions: { origins: { frame: ['https://*.frame.example'], window: ['https://window.example'] } },
    })
    const full = site({
      networks: [{ ...network('1'), imageUrl: 'https://pictures.example/eth.png' }],
      plugins: {
        '@wallet-modal/connect': { customWallets: [{ id: 'a', name: 'A', image_url: 'https://wallet.example/a.png' }] },
        '@wallet-modal/safe': {},
        'wallet-modal-plugin-x': {},
      },
    })
    const { origins } = modalOrigins(full, [
      connect,
      plugin('@wallet-modal/safe', { options: optionsOf('safe') }),
      other,
    ])
    expect(toPolicyText(modalDirectives(origins))).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; " +
        "img-src 'self' data: https://pictures.example https://wallet.example; connect-src 'self'; " +
        "frame-src https://*.frame.example; object-src 'none'; base-uri 'self'; " +
        "frame-ancestors 'self' https://app.safe.global",
    )
    expect(origins.filter(({ kind }) => kind === 'window')).toMatchObject([{ source: 'https://window.example' }])
  })

  it('name the plugin that defines a network for its image, and wallet-modal.json for a network defined there', () => {
    const image = (name: string) => ({ imageUrl: `https://pictures.example/${name}` })
    const chains = plugin('wallet-modal-plugin-x', { export: 'x' }, [
      { ...network('1'), ...image('eth.png') },
      { ...network('8453'), imageUrl: 'no URL' },
    ])
    const full = site({
      networks: ['eip155:1', 'eip155:8453', { ...network('10'), ...image('op.png') }],
      plugins: { 'wallet-modal-plugin-x': {} },
    })
    const { origins, invalid } = modalOrigins(full, [chains])
    expect(origins.map(({ url, by }) => [url, ...by])).toEqual([
      ['https://pictures.example/eth.png', 'wallet-modal-plugin-x'],
      ['https://pictures.example/op.png', 'wallet-modal.json'],
    ])
    expect(invalid).toEqual([{ plugin: 'wallet-modal-plugin-x', text: 'no URL' }])
  })

  it('include URLs in the options of a plugin, and not the defaults that these replace', () => {
    const horizon = plugin('wallet-modal-plugin-x', {
      export: 'x',
      options: {
        type: 'object',
        properties: {
          url: { type: 'string', default: 'https://horizon.example', origin: 'connect' },
          terms: { type: 'string' },
          cards: {
            type: 'array',
            items: {
              type: 'object',
              properties: { picture: { type: 'string', origin: ['image', 'frame'] } },
            },
          },
        },
      },
      permissions: { origins: { connect: ['https://horizon.example', 'https://always.example'] } },
    })
    const withOptions = (options: JsonObject) =>
      permissionTexts(site({ plugins: { 'wallet-modal-plugin-x': options } }), [horizon])
    expect(withOptions({})).toEqual(['connect https://always.example', 'connect https://horizon.example'])
    const own = { url: 'https://own.example/v1', terms: 'https://terms.example' }
    expect(withOptions({ ...own, cards: [{ picture: 'https://cards.example/a.png' }, { picture: '/b.png' }] })).toEqual(
      [
        'connect https://always.example',
        'connect https://own.example/v1',
        'frame https://cards.example/a.png',
        'image https://cards.example/a.png',
      ],
    )
  })

  it.each([
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example https://b.example',
    'https://a.example,default-src *',
    'https://*',
    '*',
    "'unsafe-eval'",
    'javascript:alert(1)',
    'https://a.example\nSet-Cookie: x',
    'https://ex;ample.com',
  ])('never add text other than a valid origin to a policy: %j', (origin) => {
    const hostile = plugin('wallet-modal-plugin-x', { export: 'x', permissions: { origins: { connect: [origin] } } })
    const { origins, invalid } = modalOrigins(site({ plugins: { 'wallet-modal-plugin-x': {} } }), [hostile])
    const text = toPolicyText(modalDirectives(origins))
    expect(text.replace(/ https:\/\/a\.example(?=;)/, '')).toBe(toPolicyText(modalDirectives([])))
    expect(invalid.length + origins.length).toBe(1)
  })
})
