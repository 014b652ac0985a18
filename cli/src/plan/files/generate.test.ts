import fc from 'fast-check'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { firstParty, network, plugin } from '../../fixtures/first-party.js'
import { resolveSite } from '../packages/resolve.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import type { SiteManifest } from '../site/site-manifest.js'
import { compareGenerated, generate } from './generate.js'
import { isJsonObject, isObject, type Json } from './json.js'

const base: SiteManifest = {
  metadata: { name: 'Shop' },
  networks: ['eip155:1'],
  plugins: {
    '@wallet-modal/eip155': {},
    '@wallet-modal/connect': { legalCheckbox: true, allWallets: 'HIDE', featuredWalletIds: ['b', 'a'] },
  },
}

const generateFrom = (site: SiteManifest, plugins: readonly PluginPackage[] = firstParty.plugins): string =>
  generate(resolveSite(site, { plugins }))

const syntaxErrors = (source: string): readonly string[] =>
  (
    ts.transpileModule(source, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    }).diagnostics ?? []
  ).map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '))

describe('generate', () => {
  it('writes the coin type of a network', () => {
    expect(generateFrom({ ...base, networks: [{ ...network('5'), coinType: 148 }] })).toContain('coinType: 148,')
  })

  it('writes the whole file of a small site', () => {
    expect(generateFrom(base)).toMatchInlineSnapshot(`
      "// Made from wallet-modal.json. Do not edit: change that file and run \`npx create-wallet-modal sync\`.
      // sha256:86bcfe09ec0937360e1e835027117c48a3bb689b54df5cf32ef90db467d9be41

      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import type { OptionsOf, WalletModalConfig } from '@wallet-modal/kernel'

      /** Options that are code, such as functions. They take precedence over those in wallet-modal.json. */
      export interface CodeOptions {
        connect?: Partial<OptionsOf<typeof connect>>
        eip155?: Partial<OptionsOf<typeof eip155>>
      }

      /** Configuration for \`createWalletModal\`, generated from wallet-modal.json. */
      export function generated(code: CodeOptions = {}): WalletModalConfig {
        return {
          metadata: { name: 'Shop' },
          networks: [
            {
              caipNetworkId: 'eip155:1',
              namespace: 'eip155',
              reference: '1',
              name: 'Ethereum',
              nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
              rpcUrls: ['https://rpc.example/1'],
            },
          ],
          plugins: [
            connect({
              allWallets: 'HIDE',
              featuredWalletIds: ['b', 'a'],
              legalCheckbox: true,
              ...code.connect,
            }),
            eip155({ ...code.eip155 }),
          ],
        }
      }
      "
    `)
  })

  it('writes every setting of a site as valid code', () => {
    const text = generateFrom({
      ...base,
      projectId: 'abc',
      metadata: { icons: ['/i.png'], description: 'd', url: 'https://shop.example', name: 'Shop' },
      networks: [{ ...network('5'), testnet: true }],
      rpcUrls: { 'eip155:5': ['https://b.example', 'https://a.example'] },
      endpoints: { catalogue: 'https://c.example' },
      locale: 'ar',
      theme: 'dark',
    })
    expect(text).toContain("projectId: 'abc',")
    expect(text).toContain(
      "metadata: { name: 'Shop', url: 'https://shop.example', description: 'd', icons: ['/i.png'] },",
    )
    expect(text).toContain("rpcUrls: { 'eip155:5': ['https://b.example', 'https://a.example'] },")
    expect(text).toContain("endpoints: { catalogue: 'https://c.example' },")
    expect(text).toContain("locale: 'ar',\n    theme: 'dark',")
    expect(text).toContain('testnet: true,')
    expect(syntaxErrors(text)).toEqual([])
  })

  it.each([
    ['VITE_ID', 'import.meta.env.VITE_ID'],
    ['PUBLIC_ID', 'import.meta.env.PUBLIC_ID'],
    ['NEXT_PUBLIC_ID', 'process.env.NEXT_PUBLIC_ID'],
  ])('reads the project id from %s with the syntax of the bundler: %s', (env, source) => {
    expect(generateFrom({ ...base, projectId: { env } })).toContain(`projectId: ${source},`)
  })

  it('declares required code options as required in its types', () => {
    const siwx = plugin('@wallet-modal/siwx', { codeOptions: [{ name: 'verifier', required: true }, { name: 'sink' }] })
    const text = generateFrom({ ...base, plugins: { ...base.plugins, '@wallet-modal/siwx': {} } }, [
      ...firstParty.plugins,
      siwx,
    ])
    expect(text).toContain("  siwx: Pick<OptionsOf<typeof siwx>, 'verifier'> & Partial<OptionsOf<typeof siwx>>\n")
    expect(text).toContain('export function generated(code: CodeOptions): WalletModalConfig {')
  })

  it('does not depend on the order of keys or plugins', () => {
    const options = fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
    const sites = fc.record({
      title: fc.string({ unit: 'binary', minLength: 1, maxLength: 50 }),
      options,
      extra: options,
    })
    fc.assert(
      fc.property(sites, fc.infiniteStream(fc.nat()), ({ title, options, extra }, random) => {
        if (!isJsonObject(options) || !isJsonObject(extra)) return
        const open = { type: 'object' }
        const plugins = [plugin('a', { options: open }), plugin('b', { options: open }), ...firstParty.plugins]
        const site: SiteManifest = {
          ...base,
          metadata: { name: title, url: 'https://x.example' },
          plugins: { a: { ...options }, b: { ...extra }, '@wallet-modal/eip155': {} },
        }
        const next = (): number => random.next().value
        const other = shuffle(site, next)
        expect(generateFrom(other, [...plugins].reverse())).toBe(generateFrom(site, plugins))
      }),
      { numRuns: 300 },
    )
  })

  it('writes different code for different sites, including another order of networks', () => {
    const texts = [
      base,
      { ...base, theme: 'dark' },
      { ...base, networks: ['eip155:10'] },
      { ...base, networks: ['eip155:1', 'eip155:10'] },
      { ...base, networks: ['eip155:10', 'eip155:1'] },
      { ...base, metadata: { name: 'Shop ' } },
      { ...base, plugins: { '@wallet-modal/eip155': {} } },
    ] satisfies SiteManifest[]
    expect(new Set(texts.map((site) => generateFrom(site))).size).toBe(texts.length)
  })

  it('N6 has no syntax errors for any name of a site', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
          fc.constantFrom("'}; process.exit() //", '`\u0024{x}`', '</script>', '\\', '*/'),
        ),
        (name) => {
          expect(syntaxErrors(generateFrom({ ...base, metadata: { name } }))).toEqual([])
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('compareGenerated', () => {
  const text = generateFrom(base)
  const next = generateFrom({ ...base, theme: 'dark' })

  it('distinguishes current, stale, edited and missing', () => {
    expect(compareGenerated(text, text)).toBe('current')
    expect(compareGenerated(text, next)).toBe('stale')
    expect(compareGenerated(text.replace('Shop', 'Shup'), text)).toBe('edited')
    expect(compareGenerated(text.replace(/^.*\n/, ''), text)).toBe('edited')
    expect(compareGenerated(text.replace(/^.*\n/, '// The notice of another release.\n'), text)).toBe('stale')
    expect(compareGenerated(text.replace(/^.*\n/, 'code()\n'), text)).toBe('edited')
    expect(compareGenerated('', text)).toBe('edited')
    expect(compareGenerated(undefined, text)).toBe('missing')
  })

  it('N7 ignores CRLF line ends', () => {
    expect(compareGenerated(text.replaceAll('\n', '\r\n'), text)).toBe('current')
    expect(compareGenerated(text.replaceAll('\n', '\r\n'), next)).toBe('stale')
  })
})

/** Copies a value with the keys of every object in random order. */
function shuffle<T>(value: T, next: () => number): T
function shuffle(value: Json | object, next: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffle(item, next))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => ({ key, item, order: next() }))
  return Object.fromEntries(
    entries.sort((a, b) => a.order - b.order).map(({ key, item }) => [key, shuffle(item, next)]),
  )
}
