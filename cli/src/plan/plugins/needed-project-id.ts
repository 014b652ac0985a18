import type { SiteManifest } from '../site/site-manifest.js'
import type { PluginPackage } from './plugin-manifest.js'

const GATEWAY = '@wallet-modal/gateway'

/** Names of the plugins that do nothing until the site sets a project id. */
export const pluginsWithoutProjectId = (site: SiteManifest, plugins: readonly PluginPackage[]): readonly string[] =>
  site.projectId !== undefined
    ? []
    : plugins
        .filter(
          (plugin) =>
            plugin.manifest.needsProjectId &&
            site.plugins[plugin.name]?.projectId === undefined &&
            !usesOwnService(site, plugin),
        )
        .map(({ name }) => name)

/**
 * Whether the plugin uses a relay, gateway or other service of the site itself, which needs no project id. Without an id, WalletConnect uses only the
 * relay in its option `relayUrl`, not the one in `endpoints`; a gateway replaces no relay.
 */
function usesOwnService(site: SiteManifest, { name, manifest }: PluginPackage): boolean {
  const [service = ''] = (manifest.permissions.api?.[0] ?? '').split(':', 1)
  if (service === 'relay') return site.plugins[name]?.relayUrl !== undefined
  return site.endpoints?.[service] !== undefined || site.plugins[GATEWAY]?.url !== undefined
}
