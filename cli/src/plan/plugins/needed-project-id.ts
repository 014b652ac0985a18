import type { SiteManifest } from '../site/site-manifest.js'
import { shortName } from './first-party.js'
import type { PluginPackage } from './plugin-manifest.js'

const GATEWAY = '@wallet-modal/gateway'
/** Services that a gateway replaces if its option `services` is not set. */
const gatewayServices = ['blockchain', 'analytics']

/**
 * Names of the plugins that do nothing on the built site, because the site has no project id, no service of its own for them, and no plugin that
 * lists them in `sourceFor`.
 */
export const pluginsWithoutProjectId = (site: SiteManifest, plugins: readonly PluginPackage[]): readonly string[] =>
  site.projectId !== undefined
    ? []
    : plugins
        .filter(
          (plugin) =>
            plugin.manifest.needsProjectId &&
            site.plugins[plugin.name]?.projectId === undefined &&
            lacksService(site, plugin, plugins),
        )
        .map(({ name }) => name)

/**
 * Names of the plugins that do nothing on the built site, because the site has no service of its own for them and no source plugin for them. A
 * project id does not change this.
 */
export const pluginsWithoutService = (site: SiteManifest, plugins: readonly PluginPackage[]): readonly string[] =>
  plugins
    .filter((plugin) => plugin.manifest.needsService && lacksService(site, plugin, plugins))
    .map(({ name }) => name)

/** Whether the site has the plugin, but no service of its own and no source plugin for it. */
const lacksService = (site: SiteManifest, plugin: PluginPackage, plugins: readonly PluginPackage[]): boolean =>
  plugin.name in site.plugins &&
  !usesOwnService(site, plugin) &&
  !sourcesFor(plugin.name, site, plugins).some((name) => name in site.plugins)

/** Setting of `set` that names a service of the site for the plugin, such as `endpoints.blockchain`. */
export function serviceSetting({ name, manifest }: PluginPackage): string {
  const service = serviceOf(manifest)
  return service === 'relay' ? `${shortName(name)}.relayUrl` : `endpoints.${service}`
}

/** Name of the service that the plugin uses: that of its first permission. */
const serviceOf = ({ permissions }: PluginPackage['manifest']): string =>
  (permissions.api?.[0] ?? '').split(':', 1)[0] ?? ''

/** Names of the plugins with which the plugin `name` works without a project id on at least one network of the site. */
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
 * Whether the plugin uses a service of the site's own, which needs no project id. For a relay, only the plugin's option `relayUrl` counts: without a
 * project id, WalletConnect ignores `endpoints`, and a gateway replaces no relay.
 */
function usesOwnService(site: SiteManifest, { name, manifest }: PluginPackage): boolean {
  const service = serviceOf(manifest)
  if (service === 'relay') return site.plugins[name]?.relayUrl !== undefined
  const { url, services = gatewayServices } = site.plugins[GATEWAY] ?? {}
  const isReplaced = url !== undefined && Array.isArray(services) && services.includes(service)
  return site.endpoints?.[service] !== undefined || isReplaced
}
