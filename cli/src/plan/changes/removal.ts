import { CliError } from '../../errors.js'
import { registersView } from '../packages/graph.js'
import { shortName } from '../plugins/first-party.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import type { Network } from '../site/network.js'
import type { SiteManifest } from '../site/site-manifest.js'

/** Throws `STILL_NEEDED` if a remaining plugin or a network of the site requires a removed plugin. */
export function checkRemoval(
  site: SiteManifest,
  { removed, remaining }: { readonly removed: readonly PluginPackage[]; readonly remaining: readonly PluginPackage[] },
): void {
  for (const plugin of removed) {
    for (const capability of plugin.manifest.provides) {
      if (remaining.some(({ manifest }) => manifest.provides.includes(capability))) continue
      const other = remaining.find(({ manifest }) => manifest.requires.includes(capability))
      if (other) throw neededBy(plugin, other, `its capability "${capability}"`)
      checkNetworks(site, plugin, capability)
    }
    for (const other of remaining) {
      const isLost = (view: string): boolean =>
        registersView(plugin, view) && !remaining.some((candidate) => registersView(candidate, view))
      const view = other.manifest.requiresViews.find(isLost)
      if (view !== undefined) throw neededBy(plugin, other, `its view "${view}"`)
    }
  }
}

const neededBy = (plugin: PluginPackage, other: PluginPackage, requirement: string): CliError =>
  new CliError('STILL_NEEDED', `"${plugin.name}" cannot be removed: "${other.name}" needs ${requirement}.`, {
    advice: `Remove both: npx create-wallet-modal remove ${shortName(plugin.name)} ${shortName(other.name)}`,
  })

/** Name of a network for users, with its CAIP-2 id. */
function titleOf(id: string, networks: readonly (Network | string)[]): string {
  const known = networks.find((network) => typeof network !== 'string' && network.caipNetworkId === id)
  return typeof known === 'object' ? `${known.name} (${id})` : id
}

function checkNetworks(site: SiteManifest, plugin: PluginPackage, capability: string): void {
  const namespace = /^namespace:(.+)$/.exec(capability)?.[1]
  if (namespace === undefined) return
  const ids = site.networks.map((entry) => (typeof entry === 'string' ? entry : entry.caipNetworkId))
  const isLost = (id: string): boolean => id.startsWith(`${namespace}:`)
  const remainingNetworkIds = ids.filter((id) => !isLost(id))
  const unsupportedNetworks = ids.filter(isLost).map((id) => titleOf(id, [...plugin.networks, ...site.networks]))
  if (unsupportedNetworks.length === 0) return
  throw new CliError(
    'STILL_NEEDED',
    `"${plugin.name}" cannot be removed: only this plugin supports these networks of the site: ${unsupportedNetworks.join(', ')}.`,
    {
      advice:
        remainingNetworkIds.length > 0
          ? `Remove them first: npx create-wallet-modal set networks=${remainingNetworkIds.join(',')}`
          : 'A site needs a network: add the plugin of another chain family and its network first, or remove everything with `remove --all`.',
    },
  )
}
