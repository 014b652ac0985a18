import type { SiteManifest } from '../site/site-manifest.js'
import type { PluginPackage } from './plugin-manifest.js'

const GATEWAY = '@wallet-modal/gateway'
/** Services that a gateway replaces if its option `services` is not set. */
const gatewayServices = ['blockchain', 'analytics']

/**
 * Names of the plugins that do nothing on the built site, because the site has no project id, no service of its own for them, and no source plugin
 * for them.
 */
export const pluginsWithoutProjectId = (site: SiteManifest, plugins: readonly PluginPackage[]): readonly string[] =>
  site.projectId !== undefined
    ? []
    : plugins
        .filter(
          (plugin) =>
            plugin.manifest.needsProjectId &&
            plugin.name in site.plugins &&
            site.plugins[plugin.name]?.projectId === undefined &&
            !usesOwnService(site, plugin) &&
            !sourcesFor(plugin.name, site, plugins).some((name) => name in site.plugins),
        )
        .map(({ name }) => name)

/** Names of the source plugins in `plugins`: with one of them, the plugin `name` works without a project id on at least one network of the site. */
export function sourcesFor(
  name: string,
  { networks }: SiteManifest,
  plugins: readonly PluginPackage[],
): readonly string[] {
  const ids = networks.map((entry) => (typeof entry === 'string' ? entry : entry.caipNetworkId))
  const hasNetwork = (namespace: string): boolean => ids.some((id) => id.startsWith(`${namespace}:`))
  return plugins
    .filter(({ manifest: { sourceFor, forNamespaces } }) => {
      return sourceFor.includes(name) && (forNamespaces.length === 0 || forNamespaces.some(hasNetwork))
    })
    .map((plugin) => plugin.name)
}

/**
 * Whether the plugin uses a relay, gateway or other service of the site itself, which needs no project id. Without an id, WalletConnect uses only the
 * relay in its option `relayUrl`, not the one in `endpoints`; a gateway replaces no relay.
 */
function usesOwnService(site: SiteManifest, { name, manifest }: PluginPackage): boolean {
  const [service = ''] = (manifest.permissions.api?.[0] ?? '').split(':', 1)
  if (service === 'relay') return site.plugins[name]?.relayUrl !== undefined
  const { url, services = gatewayServices } = site.plugins[GATEWAY] ?? {}
  const isReplaced = url !== undefined && Array.isArray(services) && services.includes(service)
  return site.endpoints?.[service] !== undefined || isReplaced
}
