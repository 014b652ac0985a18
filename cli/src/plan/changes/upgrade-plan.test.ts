import { describe, expect, it } from 'vitest'
import { firstParty, network } from '../../fixtures/first-party.js'
import { detectSite } from '../detect/detect.js'
import type { FirstParty } from '../plugins/first-party.js'
import { type Layout, layoutOf } from '../site/layout.js'
import { packagesFor } from '../site/site-kind.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from '../site/site-manifest.js'
import { planChange } from './change-plan.js'
import { planUpgrade, type UpgradeInput } from './upgrade-plan.js'

type Files = ReadonlyMap<string, string>

const peers = { react: '>=18.2.0', 'react-dom': '>=18.2.0' }
const now: FirstParty = {
  ...firstParty,
  tested: { react: '19.3.1', 'react-dom': '19.3.1' },
  kernel: { ...firstParty.kernel, peerDependencies: peers },
}
const swap = '@wallet-modal/swap'

/** Next release: its swap plugin has the new peer `viem`, and its kernel the new peer `signals`. */
const next: FirstParty = {
  ...now,
  version: '0.2.0',
  tested: { ...now.tested, viem: '2.57.1', signals: '2.0.0' },
  kernel: { ...now.kernel, version: '0.2.0', peerDependencies: { ...peers, signals: '^2' } },
  plugins: now.plugins.map((plugin) => ({
    ...plugin,
    version: '0.2.0',
    peerDependencies: plugin.name === swap ? { viem: '^2' } : {},
    manifest: { ...plugin.manifest, kernel: '^0.2' },
  })),
}

const site: SiteManifest = {
  metadata: { name: 'Shop' },
  networks: [network('1')],
  plugins: { '@wallet-modal/eip155': {}, [swap]: {} },
}

interface Started {
  readonly files: Files
  readonly layout: Layout
}

function applied(files: Files, edits: readonly { readonly path: string; readonly after: string | undefined }[]): Files {
  const result = new Map(files)
  for (const { path, after } of edits) {
    if (after === undefined) result.delete(path)
    else result.set(path, after)
  }
  return result
}

/** Creates a site as `init` does. */
function started(packages: object): Started {
  const files = new Map([['package.json', `${JSON.stringify({ name: 'a', ...packages }, null, 2)}\n`]])
  const found = detectSite(files)
  const layout = layoutOf(found)
  const kind = packagesFor(found, now.tested)
  const plan = planChange({
    before: undefined,
    after: site,
    files,
    layout,
    plugins: now.plugins,
    release: now,
    ...kind,
  })
  return { files: applied(files, plan.files), layout }
}

const manifestOf = (files: Files): SiteManifest => parseSiteManifest(files.get(siteManifestFile) ?? '')
const packagesOf = (files: Files): Readonly<Record<string, string>> => {
  const { dependencies, devDependencies } = JSON.parse(files.get('package.json') ?? '{}')
  return { ...dependencies, ...devDependencies }
}

function upgraded({ files, layout }: Started, installed: Partial<UpgradeInput> = {}) {
  const before = manifestOf(files)
  const plugins = now.plugins.filter(({ name }) => name in before.plugins)
  const { peerDependencies } = now.kernel
  const { plan, unchanged } = planUpgrade({
    site: before,
    files,
    layout,
    plugins,
    target: next,
    kernelPeers: peerDependencies,
    ...installed,
  })
  return { files: applied(files, plan.files), plan, unchanged }
}

function removed({ files, layout }: Started, after: SiteManifest | undefined): Files {
  const plan = planChange({ before: manifestOf(files), after, files, layout, plugins: next.plugins, release: next })
  return applied(files, plan.files)
}

describe('planUpgrade', () => {
  it('adds and records new peers, so that they are removed with the plugin that needs them', () => {
    const start = started({ dependencies: { react: '^19', 'react-dom': '^19' } })
    const { files, plan } = upgraded(start)
    expect(packagesOf(files)).toMatchObject({ viem: '2.57.1', signals: '2.0.0', [swap]: '0.2.0' })
    expect(plan.packages).toContainEqual({ name: 'viem', change: 'add', section: 'dependencies', version: '2.57.1' })
    expect(manifestOf(files).packages).toEqual(['signals', 'viem'])
    expect(plan.before?.packages).toBeUndefined()

    const { [swap]: _, ...plugins } = site.plugins
    const without = removed({ ...start, files }, { ...manifestOf(files), plugins })
    expect(packagesOf(without)).not.toHaveProperty('viem')
    expect(manifestOf(without).packages).toEqual(['signals'])
    const none = removed({ ...start, files: without }, undefined)
    expect(packagesOf(none)).toEqual({ react: '^19', 'react-dom': '^19' })
  })

  it('neither changes nor records a new peer that package.json lists, and does not add an old peer that the user removed', () => {
    const start = started({ dependencies: { viem: '^2.50.0', react: '^19' } })
    const files = new Map([
      ...start.files,
      ['package.json', (start.files.get('package.json') ?? '').replace(/,\s*"react": "\^19"/, '')] as const,
    ])
    const after = upgraded({ ...start, files }).files
    expect(packagesOf(after)).toMatchObject({ viem: '^2.50.0' })
    expect(packagesOf(after)).not.toHaveProperty('react')
    expect(manifestOf(after).packages).not.toContain('viem')
  })

  it('keeps the Preact aliases of React, and does not report them as unchanged', () => {
    const start = started({ devDependencies: { vite: '8' } })
    expect(packagesOf(start.files)).toMatchObject({ react: 'npm:@preact/compat@18.3.2' })
    const { files, unchanged } = upgraded(start)
    expect(unchanged).toEqual([])
    expect(packagesOf(files)).toMatchObject({
      preact: '11.2.0',
      react: 'npm:@preact/compat@18.3.2',
      'react-dom': 'npm:@preact/compat@18.3.2',
    })
    expect(manifestOf(files).packages).toEqual(['preact', 'react', 'react-dom', 'signals', 'viem'])
  })

  it('updates a peer that create has listed, and neither React nor a peer that the site has in another version', () => {
    const start = started({ dependencies: { react: '19.3.1' } })
    const withPeers = (signals: string): Started => {
      const text = (start.files.get('package.json') ?? '').replace('"react":', `"signals": "${signals}",\n    "react":`)
      return { ...start, files: new Map([...start.files, ['package.json', text]]) }
    }
    const installed = { kernelPeers: { ...peers, signals: '^1' }, tested: { react: '19.3.1', signals: '1.0.0' } }
    const release = { ...next, tested: { ...next.tested, react: '19.4.0' } }
    const packagesAfter = (signals: string) =>
      packagesOf(upgraded(withPeers(signals), { ...installed, target: release }).files)
    expect(packagesAfter('1.0.0')).toMatchObject({ signals: '2.0.0', react: '19.3.1' })
    expect(packagesAfter('1.0.1')).toMatchObject({ signals: '1.0.1', react: '19.3.1' })
  })

  it.each(['catalog:', 'workspace:*', 'file:../kernel'])(
    'refuses if the kernel is %s in another version, and names it',
    (spec) => {
      const start = started({ dependencies: { react: '^19' } })
      const text = (start.files.get('package.json') ?? '').replace(
        '"@wallet-modal/kernel": "0.1.0"',
        `"@wallet-modal/kernel": "${spec}"`,
      )
      const site = { ...start, files: new Map([...start.files, ['package.json', text]]) }
      expect(() => upgraded(site, { kernelVersion: '0.1.0' })).toThrow(
        expect.objectContaining({
          code: 'INVALID_SITE',
          advice: expect.stringContaining(
            'to 0.2.0 there (in pnpm: in the catalog of pnpm-workspace.yaml): @wallet-modal/kernel',
          ),
        }),
      )
      expect(upgraded(site, { kernelVersion: '0.2.0' }).unchanged).toEqual(['@wallet-modal/kernel'])
    },
  )

  it('keeps a package from a catalog, and reports it as unchanged', () => {
    const start = started({ dependencies: { react: '^19' } })
    const text = (start.files.get('package.json') ?? '').replace(`"${swap}": "0.1.0"`, `"${swap}": "catalog:"`)
    const { files, unchanged } = upgraded({ ...start, files: new Map([...start.files, ['package.json', text]]) })
    expect([unchanged, packagesOf(files)[swap]]).toEqual([[swap], 'catalog:'])
  })
})
