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
  it('keeps the coin type that a network brings', () => {
    expect(generateFrom({ ...base, networks: [{ ...network('5'), coinType: 148 }] })).toContain('coinType: 148,')
  })

  it('writes a small site like this', () => {
    expect(generateFrom(base)).toMatchInlineSnapshot(`
      "// Made from wallet-modal.json. Do not edit: change that file and run \`npx create-wallet-modal sync\`.
      // sha256:425809d2f3a64ea2566a4e516132a1ec19a411d9a0ff91b9781a941714dbfa51

      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      import type { OptionsOf, WalletModalConfig } from '@wallet-modal/kernel'

      /** Options that are code, such as functions. They win over those in wallet-modal.json. */
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

  it('writes only what is set, and everything that is', () => {
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
  ])('reads the project id %s in the way of its bundler', (env, source) => {
    expect(generateFrom({ ...base, projectId: { env } })).toContain(`projectId: ${source},`)
  })

  it('makes options that are code and required a compile error when missing', () => {
    const siwx = plugin('@wallet-modal/siwx', { codeOptions: [{ name: 'verifier', required: true }, { name: 'sink' }] })
    const text = generateFrom({ ...base, plugins: { ...base.plugins, '@wallet-modal/siwx': {} } }, [
      ...firstParty.plugins,
      siwx,
    ])
    expect(text).toContain("  siwx: Pick<OptionsOf<typeof siwx>, 'verifier'> & Partial<OptionsOf<typeof siwx>>\n")
    expect(text).toContain('export function generated(code: CodeOptions): WalletModalConfig {')
  })

  it('depends on the content of its input and not on the order of keys or plugins', () => {
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

  it('changes when anything in its input changes', () => {
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

  it('N6 stays one harmless string literal whatever the name is', () => {
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

  it('tells current, stale, edited and missing apart', () => {
    expect(compareGenerated(text, text)).toBe('current')
    expect(compareGenerated(text, next)).toBe('stale')
    expect(compareGenerated(text.replace('Shop', 'Shup'), text)).toBe('edited')
    expect(compareGenerated(text.replace(/^.*\n/, ''), text)).toBe('edited')
    expect(compareGenerated('', text)).toBe('edited')
    expect(compareGenerated(undefined, text)).toBe('missing')
  })

  it('N7 does not mind CRLF line ends', () => {
    expect(compareGenerated(text.replaceAll('\n', '\r\n'), text)).toBe('current')
    expect(compareGenerated(text.replaceAll('\n', '\r\n'), next)).toBe('stale')
  })
})

/** The same value with the keys of every object in another order. */
function shuffle<T>(value: T, next: () => number): T
function shuffle(value: Json | object, next: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffle(item, next))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => ({ key, item, order: next() }))
  return Object.fromEntries(
    entries.sort((a, b) => a.order - b.order).map(({ key, item }) => [key, shuffle(item, next)]),
  )
}
