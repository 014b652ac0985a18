import { describe, expect, it } from 'vitest'
import { firstParty, plugin } from '../../fixtures/first-party.js'
import { planChange } from '../changes/change-plan.js'
import { checkRemoval } from '../changes/removal.js'
import { checkGraph } from '../packages/graph.js'
import { defaultLayout } from '../site/layout.js'
import { parseSiteManifest, type SiteManifest, siteManifestFile } from '../site/site-manifest.js'
import type { FirstParty } from './first-party.js'
import type { PluginPackage } from './plugin-manifest.js'

const receive = '@wallet-modal/receive'
const card = 'wallet-modal-plugin-card'
const release: FirstParty = { ...firstParty, plugins: [...firstParty.plugins, plugin(receive)] }
const replacement: PluginPackage = {
  ...plugin(card, { id: 'card', export: 'card', replacesViews: [`${receive}#WalletReceive`] }),
  peerDependencies: { [receive]: '0.1.0' },
}

type Files = ReadonlyMap<string, string>
const none: Files = new Map([['package.json', '{}']])

/** Changes a site to the given plugins, or removes the modal. */
function step(files: Files, names: readonly string[] | undefined): Files {
  const text = files.get(siteManifestFile)
  const before = text === undefined ? undefined : parseSiteManifest(text)
  const after: SiteManifest | undefined = names && {
    metadata: { name: 'Shop' },
    networks: ['eip155:1'],
    plugins: Object.fromEntries(['@wallet-modal/eip155', ...names].map((name) => [name, {}])),
    ...(before?.packages && { packages: before.packages }),
  }
  const plugins = [...release.plugins, replacement]
  const plan = planChange({ before, after, files, layout: defaultLayout, plugins, release })
  const next = new Map(files)
  for (const edit of plan.files)
    if (edit.after !== undefined) next.set(edit.path, edit.after)
    else next.delete(edit.path)
  return next
}
const packagesOf = (files: Files): object => JSON.parse(files.get('package.json') ?? '{}').dependencies ?? {}

describe('a plugin whose view another plugin replaces', () => {
  it('keeps its package when it is removed, because the other plugin imports from it', () => {
    const both = step(none, [receive, card])
    const replaced = step(both, [card])
    expect(packagesOf(replaced)).toHaveProperty([receive], '0.1.0')
    expect(replaced.get('src/wallet-modal.generated.ts')).not.toContain(`from '${receive}'`)
    expect(replaced).toEqual(step(none, [card]))
  })

  it('loses its package when the last plugin that imports from it is removed', () => {
    const bare = step(none, [])
    expect(step(step(step(none, [receive, card]), [card]), [])).toEqual(bare)
    expect(step(step(none, [card]), undefined)).toEqual(none)
  })

  it('can be removed and added again with the same files', () => {
    const both = step(none, [receive, card])
    expect(step(step(both, [card]), [receive, card])).toEqual(both)
    expect(step(step(both, [receive]), [receive, card])).toEqual(both)
  })
})

describe('a plugin that needs the view of another plugin', () => {
  const needing = plugin('wallet-modal-plugin-shop', {
    id: 'shop',
    export: 'shop',
    requiresViews: [`${receive}#WalletReceive`],
  })
  const own = plugin(receive)
  const site: SiteManifest = { metadata: { name: 'Shop' }, networks: ['eip155:1'], plugins: {} }

  it('prevents the removal of the other plugin, with an error that names both', () => {
    expect(() => checkRemoval(site, { removed: [own], remaining: [needing] })).toThrow(
      `"${receive}" cannot be removed: "wallet-modal-plugin-shop" needs its view "${receive}#WalletReceive".`,
    )
    expect(() => checkRemoval(site, { removed: [own, needing], remaining: [] })).not.toThrow()
  })

  it('accepts a replacement that registers the same view', () => {
    expect(() => checkRemoval(site, { removed: [own], remaining: [needing, replacement] })).not.toThrow()
    expect(() => checkGraph([needing, replacement])).not.toThrow()
    expect(() => checkRemoval(site, { removed: [replacement], remaining: [needing] })).toThrow('needs its view')
  })

  it('is refused without the other plugin, and the error names the plugin to add', () => {
    expect(() => checkGraph([needing], release.plugins)).toThrow(
      expect.objectContaining({ code: 'MISSING_CAPABILITY', advice: `Add ${receive}.` }),
    )
  })
})
