import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { CliError } from '../../errors.js'
import { network } from '../../fixtures/first-party.js'
import { parseSiteManifest, toSiteManifestText } from './site-manifest.js'

const schema = JSON.parse(readFileSync(new URL('../../../wallet-modal.schema.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema)

const base = { metadata: { name: 'Shop' }, networks: ['eip155:1'], plugins: {} }

const accepted: readonly object[] = [
  base,
  { ...base, $schema: './x.json' },
  { ...base, projectId: 'abc_DEF-123' },
  { ...base, projectId: { env: 'VITE_PROJECT_ID' } },
  {
    ...base,
    metadata: { name: 'S', url: 'https://shop.example', description: '', icons: ['/icon.png', 'https://a.b/c.png'] },
  },
  { ...base, networks: [network('1'), 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] },
  {
    ...base,
    networks: [
      { ...network('1'), explorerUrl: 'https://e.example', testnet: true, imageUrl: 'https://i.example/x.svg' },
    ],
  },
  { ...base, networks: [{ ...network('1'), coinType: 148 }] },
  { ...base, rpcUrls: { 'eip155:1': ['https://rpc.example', 'wss://rpc.example/ws'] } },
  { ...base, endpoints: { catalogue: 'https://c.example' } },
  { ...base, locale: 'pt-BR', theme: 'dark' },
  { ...base, packages: ['react', '@scope/x'] },
  {
    ...base,
    plugins: {
      '@wallet-modal/connect': { allWallets: 'SHOW', nested: { list: [1, null] } },
      'wallet-modal-plugin-x': {},
    },
  },
]

const refused: readonly (readonly [what: string, value: unknown])[] = [
  ['a list', []],
  ['null', null],
  ['no metadata', { networks: ['eip155:1'], plugins: {} }],
  ['no name', { ...base, metadata: {} }],
  ['an empty name', { ...base, metadata: { name: '' } }],
  ['an unknown key', { ...base, projectID: 'x' }],
  ['an unknown key of metadata', { ...base, metadata: { name: 'x', nam: 'y' } }],
  ['a project id with spaces', { ...base, projectId: 'a b' }],
  ['a project id with code', { ...base, projectId: { env: 'X;process.exit()' } }],
  ['a project id without a variable name', { ...base, projectId: {} }],
  ['no networks', { ...base, networks: [] }],
  ['a package with a path', { ...base, packages: ['../x'] }],
  ['a bad CAIP-2 id', { ...base, networks: ['eip155'] }],
  ['a CAIP-2 id with three parts', { ...base, networks: ['eip155:1:0x0'] }],
  ['an incomplete network', { ...base, networks: [{ caipNetworkId: 'eip155:1' }] }],
  [
    '37 decimals',
    { ...base, networks: [{ ...network('1'), nativeCurrency: { name: 'a', symbol: 'b', decimals: 37 } }] },
  ],
  [
    '1.5 decimals',
    { ...base, networks: [{ ...network('1'), nativeCurrency: { name: 'a', symbol: 'b', decimals: 1.5 } }] },
  ],
  ['a coin type below 0', { ...base, networks: [{ ...network('1'), coinType: -1 }] }],
  ['a fractional coin type', { ...base, networks: [{ ...network('1'), coinType: 1.5 }] }],
  [
    'a javascript: URL as explorerUrl',
    { ...base, networks: [{ ...network('1'), explorerUrl: 'javascript:alert(1)' }] },
  ],
  ['a file: URL as RPC URL', { ...base, rpcUrls: { 'eip155:1': ['file:///etc/passwd'] } }],
  ['no RPC URL', { ...base, rpcUrls: { 'eip155:1': [] } }],
  ['RPC URLs for an invalid network id', { ...base, rpcUrls: { x: ['https://rpc.example'] } }],
  ['an endpoint that is not a URL', { ...base, endpoints: { catalogue: 'catalogue' } }],
  ['an endpoint with a bad name', { ...base, endpoints: { 'Bad name': 'https://a.example' } }],
  ['an unknown theme', { ...base, theme: 'blue' }],
  ['a bad locale', { ...base, locale: 'english' }],
  ['plugins as a list', { ...base, plugins: ['@wallet-modal/connect'] }],
  ['a plugin named by a path', { ...base, plugins: { '../evil': {} } }],
  ['a plugin with two dots', { ...base, plugins: { 'a..b': {} } }],
  ['a plugin with "true" as options', { ...base, plugins: { a: true } }],
  ['a plugin with a list of options', { ...base, plugins: { a: [] } }],
]

const errorOf = (value: unknown): unknown => {
  try {
    return parseSiteManifest(JSON.stringify(value))
  } catch (error) {
    return error
  }
}

describe('wallet-modal.json', () => {
  it.each(accepted.map((value) => [JSON.stringify(value), value] as const))(
    'is accepted by the parser and by the JSON Schema: %s',
    (_, value) => {
      expect(parseSiteManifest(JSON.stringify(value))).toEqual(value)
      expect(validate(value)).toBe(true)
    },
  )

  it.each(refused)('is refused by the parser and by the JSON Schema: %s', (_, value) => {
    expect(errorOf(value)).toMatchObject({ code: 'INVALID_SITE' })
    expect(validate(value)).toBe(false)
  })

  it('is refused if the id of a network does not match its namespace and reference', () => {
    expect(errorOf({ ...base, networks: [{ ...network('1'), reference: '2' }] })).toMatchObject({
      code: 'INVALID_SITE',
    })
  })

  it.each([
    [{ ...base, projectID: 'x' }, '"projectID" is not known here. Did you mean "projectId"?'],
    [{ ...base, metadata: {} }, '"metadata.name" is missing'],
    [{ ...base, networks: [{ ...network('1'), name: 5 }] }, '"networks.0.name" must be text, not 5'],
    [{ ...base, theme: 'blue' }, '"theme" must be'],
    [{ ...base, plugins: { '../evil': {} } }, 'must be an npm package name'],
  ])('is refused with a message that names the field and the problem (%#)', (value, message) => {
    const error = errorOf(value)
    expect(error).toBeInstanceOf(CliError)
    expect(String(error)).toContain(message)
  })

  it('is refused with the reason if it is not valid JSON or has the key __proto__', () => {
    expect(() => parseSiteManifest('{,}')).toThrow(/wallet-modal\.json: is not valid JSON/)
    expect(() => parseSiteManifest('{"plugins": {"__proto__": {}}}')).toThrow(/__proto__/)
  })

  it('is written with sorted keys, and parsed back to the same value', () => {
    const site = parseSiteManifest(
      JSON.stringify({
        plugins: { b: {}, a: { x: 1 } },
        theme: 'dark',
        networks: ['eip155:1'],
        metadata: { name: 'x' },
      }),
    )
    const text = toSiteManifestText(site)
    expect(parseSiteManifest(text)).toEqual(site)
    expect(Object.keys(JSON.parse(text))).toEqual(['metadata', 'networks', 'theme', 'plugins'])
    expect(Object.keys(JSON.parse(text).plugins)).toEqual(['a', 'b'])
    expect(text.endsWith('}\n')).toBe(true)
  })
})
