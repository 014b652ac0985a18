import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadTemplate } from '../../assets.js'
import { firstParty, network, plugin } from '../../fixtures/first-party.js'
import { resolveSite } from '../packages/resolve.js'
import type { FirstParty } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { configText, defaultLayout, generatedFiles } from '../site/layout.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile, toSiteManifestText } from '../site/site-manifest.js'
import { type ChangePlan, planChange } from './change-plan.js'

const release: FirstParty = {
  ...firstParty,
  tested: { react: '19.3.1', viem: '2.57.1' },
  plugins: [
    ...firstParty.plugins.map((one) =>
      one.name === '@wallet-modal/sandbox' ? { ...one, peerDependencies: { viem: '2.57.1' } } : one,
    ),
    plugin('@wallet-modal/names', { options: { type: 'object', additionalProperties: true } }),
    plugin('@wallet-modal/solana', {
      provides: ['namespace:solana'],
      sandboxEngine: { package: 'litesvm', version: '1.5.0' },
    }),
    {
      ...plugin('wallet-modal-plugin-own-names', { id: 'own-names', export: 'ownNames' }),
      peerDependencies: { '@wallet-modal/names': '0.1.0' },
    },
    { ...plugin('wallet-modal-plugin-chart', { id: 'chart', export: 'chart' }), peerDependencies: { viem: '>=2' } },
  ],
}
const named = (name: string): PluginPackage => {
  const found = release.plugins.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

type Files = ReadonlyMap<string, string>

const base: SiteManifest = {
  metadata: { name: 'Shop' },
  networks: [network('1')],
  plugins: { '@wallet-modal/eip155': {} },
}

function change(files: Files, before: SiteManifest | undefined, after: SiteManifest | undefined): ChangePlan {
  return planChange({ before, after, files, layout: defaultLayout, plugins: release.plugins, release })
}

function applied(files: Files, plan: ChangePlan): Files {
  const next = new Map(files)
  for (const { path, after } of plan.files) {
    if (after === undefined) next.delete(path)
    else next.set(path, after)
  }
  return next
}

const siteOf = (files: Files): SiteManifest | undefined => {
  const text = files.get(siteManifestFile)
  return text === undefined ? undefined : parseSiteManifest(text)
}

/** Changes a site to other plugins and options, or removes the modal. */
const step = (files: Files, after: SiteManifest | undefined): Files =>
  applied(files, change(files, siteOf(files), after))

const packageJsons: readonly (readonly [string, string])[] = [
  [
    'of an ordinary site',
    '{\n  "name": "a",\n  "scripts": {},\n  "dependencies": {\n    "@wallet-modal/eip155": "0.1.0",\n    "@wallet-modal/kernel": "0.1.0",\n    "zod": "1.0.0"\n  },\n  "devDependencies": {\n    "create-wallet-modal": "0.1.0",\n    "vite": "^8"\n  }\n}\n',
  ],
  ['without lists', '{\n  "name": "a"\n}\n'],
  ['with an empty list', '{\n  "dependencies": {},\n  "name": "a"\n}'],
  ['with an empty list of white space', '{\n  "devDependencies": {\n\n  }\n}'],
  ['with one list of the two', '{\n\t"devDependencies": {\n\t\t"b": "1", "a": "2"\n\t},\n\t"files": ["x"]\n}\n'],
  [
    'with lists in an order of its own',
    '{ "devDependencies": {"vite": "1" },\n "dependencies": {"zod" : "1",\n"abc":"2"}, "x": [1, 2] }',
  ],
  ['on one line', '{"name":"a","dependencies":{"react":"^18"}}'],
  ['on one line without lists', '{"name":"a"}'],
  ['that is empty', '{}'],
  ['of white space', '{ \n }\n\n'],
]
const styles: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['with CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['with tabs', (text) => text.replaceAll('  ', '\t')],
  ['without a last line end', (text) => text.replace(/\n+$/, '')],
  ['with a byte order mark', (text) => `\uFEFF${text}`],
]
const manifests: readonly (readonly [string, (site: SiteManifest) => string])[] = [
  ['our form', toSiteManifestText],
  ['four spaces', (site) => JSON.stringify(site, null, 4)],
  ['one line', (site) => JSON.stringify(site)],
  ['another order', ({ plugins, ...rest }) => `${JSON.stringify({ plugins, ...rest }, null, 2)}\n`],
]

function filesOf(packageJson: string, site: SiteManifest, text = toSiteManifestText(site)): Files {
  const resolved = resolveSite(site, { plugins: release.plugins })
  return new Map([
    ['package.json', packageJson],
    [siteManifestFile, text],
    ...generatedFiles(resolved, defaultLayout),
    [defaultLayout.configFile, configText(defaultLayout)],
  ])
}

/** Applies a style to all files. In code, it may only change line ends. */
const styled = (files: Files, style: (text: string) => string): Files =>
  new Map(
    [...files].map(([path, text]) => {
      const isCode = path.endsWith('.ts') && style(text).replaceAll('\r\n', '\n') !== text
      return [path, isCode ? text : style(text)]
    }),
  )

const optional = [
  '@wallet-modal/account',
  '@wallet-modal/connect',
  '@wallet-modal/names',
  '@wallet-modal/sandbox',
  '@wallet-modal/solana',
  '@wallet-modal/swap',
  'wallet-modal-plugin-chart',
]

const withPlugins = (site: SiteManifest, plugins: SiteManifest['plugins']): SiteManifest => ({ ...site, plugins })

/** Random action: adds or removes a plugin, or sets or unsets one of two options. */
const action = fc.oneof(
  fc.record({ flip: fc.constantFrom(...optional) }),
  fc.record({ option: fc.constantFrom('b', 'a'), value: fc.constantFrom<string | undefined>('x', 'y', undefined) }),
)

function act(site: SiteManifest, what: { flip: string } | { option: string; value: string | undefined }): SiteManifest {
  const { plugins } = site
  if ('flip' in what) {
    const { [what.flip]: here, ...rest } = plugins
    return withPlugins(site, here ? rest : { ...plugins, [what.flip]: {} })
  }
  const name = '@wallet-modal/names'
  const options = plugins[name]
  if (!options) return site
  const { [what.option]: _, ...rest } = options
  const next = what.value === undefined ? rest : { ...rest, [what.option]: what.value }
  return withPlugins(site, { ...plugins, [name]: Object.fromEntries(Object.entries(next).sort()) })
}

const startingSites = packageJsons.flatMap(([json, text]) =>
  styles.flatMap(([style, write]) =>
    manifests.map(([form, print]) => ({
      title: `${json}, ${style}, ${form}`,
      files: styled(filesOf(text, base, print(base)), write),
    })),
  ),
)

describe('planChange', () => {
  it('N3 plans files that depend only on the final plugins and options; undoing all actions restores every byte', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...startingSites),
        fc.array(action, { maxLength: 12 }),
        ({ files: start }, actions) => {
          const end = actions.reduce((files, what) => step(files, act(siteOf(files) ?? base, what)), start)
          const site = siteOf(end)
          if (!site) throw new Error('no site')
          expect(Object.fromEntries(step(start, site))).toEqual(Object.fromEntries(end))
          expect(Object.fromEntries(step(end, base))).toEqual(Object.fromEntries(start))
        },
      ),
      { numRuns: process.env.WALLET_MODAL_LONG ? 1000 : 120 },
    )
  })

  it('N3 plans the same files for the same plugins in any order', () => {
    const three = ['@wallet-modal/swap', '@wallet-modal/connect', '@wallet-modal/sandbox']
    fc.assert(
      fc.property(
        fc.constantFrom(...startingSites),
        fc.shuffledSubarray(three, { minLength: 3 }),
        ({ files: start }, order) => {
          const end = order.reduce((files, flip) => step(files, act(siteOf(files) ?? base, { flip })), start)
          const at = three.reduce((files, flip) => step(files, act(siteOf(files) ?? base, { flip })), start)
          expect(Object.fromEntries(end)).toEqual(Object.fromEntries(at))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('N3 restores package.json exactly after the modal is added and removed, for any formatting', () => {
    for (const { title, files: all } of startingSites.filter(({ title }) => !title.includes('ordinary'))) {
      const start: Files = new Map([['package.json', all.get('package.json') ?? '']])
      const end = step(start, withPlugins(base, { ...base.plugins, '@wallet-modal/sandbox': {} }))
      expect([...end.keys()].sort(), title).toEqual(
        ['package.json', defaultLayout.configFile, defaultLayout.generatedFile, siteManifestFile].sort(),
      )
      expect(Object.fromEntries(step(end, undefined)), title).toEqual(Object.fromEntries(start))
    }
  })

  it('creates a missing package.json, and deletes it with the modal', () => {
    const end = step(new Map(), base)
    expect(JSON.parse(end.get('package.json') ?? '')).toMatchObject({
      private: true,
      dependencies: { '@wallet-modal/kernel': '0.1.0' },
    })
    expect([...step(end, undefined)]).toEqual([])
  })

  it('adds exact versions; development plugins, their peers and the engines go to devDependencies', () => {
    const plan = change(
      filesOf('{"name":"a"}', base),
      base,
      withPlugins(base, { ...base.plugins, '@wallet-modal/sandbox': {}, '@wallet-modal/swap': {} }),
    )
    expect(plan.packages).toEqual([
      { name: '@wallet-modal/swap', change: 'add', section: 'dependencies', version: '0.1.0' },
      { name: '@foundry-rs/anvil', change: 'add', section: 'devDependencies', version: '1.7.1' },
      { name: '@wallet-modal/sandbox', change: 'add', section: 'devDependencies', version: '0.1.0' },
      { name: 'viem', change: 'add', section: 'devDependencies', version: '2.57.1' },
    ])
    expect(plan.after?.packages).toEqual(['viem'])
  })

  it('moves a peer from devDependencies to dependencies if a production plugin needs it, too', () => {
    const sandboxed = step(
      filesOf('{"name":"a"}', base),
      withPlugins(base, { ...base.plugins, '@wallet-modal/sandbox': {} }),
    )
    const site = siteOf(sandboxed)
    const plan = change(sandboxed, site, withPlugins(base, { ...site?.plugins, 'wallet-modal-plugin-chart': {} }))
    expect(plan.packages).toContainEqual({ name: 'viem', change: 'move', section: 'dependencies', version: '2.57.1' })
  })

  it('does not change a peer or an engine that the site already lists in another version', () => {
    const own = '{"devDependencies":{"@foundry-rs/anvil":"^1.0.0","viem":"^2.0.0"}}'
    const start = filesOf(own, base)
    const end = step(start, withPlugins(base, { ...base.plugins, '@wallet-modal/sandbox': {} }))
    expect(JSON.parse(end.get('package.json') ?? '').devDependencies).toEqual({
      '@foundry-rs/anvil': '^1.0.0',
      '@wallet-modal/sandbox': '0.1.0',
      viem: '^2.0.0',
    })
    expect(siteOf(end)?.packages).toBeUndefined()
    expect(step(end, base).get('package.json')).toBe(own)
  })

  it.each(['workspace:*', 'file:../chart', '^0.1.0', 'latest'])(
    'does not change or remove a plugin that the site lists as %s, not as an exact version',
    (spec) => {
      const own = JSON.stringify({ dependencies: { 'wallet-modal-plugin-chart': spec, viem: '2.57.1' } })
      const start = filesOf(own, base)
      const end = step(start, withPlugins(base, { ...base.plugins, 'wallet-modal-plugin-chart': {} }))
      expect(end.get('package.json')).toBe(own)
      expect(step(end, base).get('package.json')).toBe(own)
      expect(step(end, undefined).get('package.json')).toBe(own)
    },
  )

  it('keeps a config file that was edited by hand', () => {
    const start = filesOf('{"name":"a"}', base)
    const touched = new Map([...start, [defaultLayout.configFile, `${configText(defaultLayout)}// mine\n`]])
    const plan = change(touched, base, undefined)
    expect(plan.keptConfig).toBe(defaultLayout.configFile)
    expect([...applied(touched, plan).keys()]).toEqual(['package.json', defaultLayout.configFile])
    expect(change(start, base, undefined).keptConfig).toBeUndefined()
  })

  it('refuses to overwrite a generated file that was edited by hand', () => {
    const start = filesOf('{"name":"a"}', base)
    const touched = new Map([
      ...start,
      [defaultLayout.generatedFile, `${start.get(defaultLayout.generatedFile)}// mine\n`],
    ])
    for (const after of [withPlugins(base, { ...base.plugins, '@wallet-modal/swap': {} }), undefined])
      expect(() => change(touched, base, after)).toThrow(expect.objectContaining({ code: 'GENERATED_EDITED' }))
  })

  it('returns an empty plan if the site does not change', () => {
    expect(change(filesOf('{"name":"a"}', base), base, base)).toMatchObject({
      files: [],
      packages: [],
      added: [],
      removed: [],
    })
  })

  it('uses the same config file as the template of a new site', async () => {
    const { sources } = await loadTemplate('vite-react')
    expect(configText(defaultLayout)).toBe(sources.get(`shared/${defaultLayout.configFile}`))
  })

  it('is tested with random actions on plugins that all exist', () => {
    for (const name of optional) expect(named(name).name).toBe(name)
  })
})
