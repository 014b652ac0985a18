import { shortName } from '../plan/plugins/first-party.js'
import { pluginsWithoutProjectId, sourcesFor } from '../plan/plugins/needed-project-id.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'

export interface ProjectIdContext {
  /** The plugins of the site, before and after a change. */
  readonly plugins: readonly PluginPackage[]
  /** The plugins of the release. */
  readonly known: readonly PluginPackage[]
  /** The site before the change. Plugins that already did nothing there, for lack of a project id, are not reported. */
  readonly before?: SiteManifest | undefined
}

/** Warning about the plugins that do nothing on the built site without a project id, and what else makes them work. */
export function projectIdWarnings(site: SiteManifest, { plugins, known, before }: ProjectIdContext): readonly string[] {
  const reported = before ? pluginsWithoutProjectId(before, plugins) : []
  const names = pluginsWithoutProjectId(site, plugins).filter((name) => !reported.includes(name))
  if (names.length === 0) return []
  return [
    [
      `This site has no project id. On the built site, these plugins do nothing without it: ${names.map(shortName).join(', ')}.`,
      'An id is free at https://dashboard.reown.com; set it with `npx create-wallet-modal set projectId=<id>`.',
      ...names.flatMap((name) => {
        const sources = sourcesFor(name, site, known).map(shortName)
        return sources.length === 0
          ? []
          : [
              `Without an id, ${shortName(name)} works with another source of data: \`npx create-wallet-modal add ${sources.join(' ')}\`.`,
            ]
      }),
    ].join(' '),
  ]
}
