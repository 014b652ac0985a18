import type { SiteManifest } from '../site/site-manifest.js'
import type { PluginPackage } from './plugin-manifest.js'

export const connectName = '@wallet-modal/connect'

/**
 * Whether the modal has no view to open for visitors without a connected wallet. Third-party plugins may add such a view, so a site with one of them
 * is not reported.
 * @param known first-party plugins
 */
export function lacksOpeningView({ plugins }: Pick<SiteManifest, 'plugins'>, known: readonly PluginPackage[]): boolean {
  const firstParty = new Set(known.map(({ name }) => name))
  return !(connectName in plugins) && Object.keys(plugins).every((name) => firstParty.has(name))
}
