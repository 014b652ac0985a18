import { shortName } from '../plan/plugins/first-party.js'
import {
  pluginsWithoutProjectId,
  pluginsWithoutService,
  serviceSetting,
  sourcesFor,
} from '../plan/plugins/needed-project-id.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import { projectIdProblem } from '../plan/site/project-id-format.js'
import type { SiteManifest } from '../plan/site/site-manifest.js'

export interface ProjectIdContext {
  /** The plugins of the site, before and after a change. */
  readonly plugins: readonly PluginPackage[]
  /** The plugins of the release. */
  readonly known: readonly PluginPackage[]
  /** The site before the change. Plugins that already did nothing there, for lack of a project id or service, are not reported. */
  readonly before?: SiteManifest | undefined
}

/** Warnings about a project id in a wrong format, and about the plugins that do nothing on the built site without a project id or a service of the site, and what makes them work. */
export function projectIdWarnings(site: SiteManifest, context: ProjectIdContext): readonly string[] {
  const { plugins, before } = context
  const newIn = (find: typeof pluginsWithoutService): readonly PluginPackage[] => {
    const reported = before ? find(before, plugins) : []
    return find(site, plugins).flatMap((name) =>
      reported.includes(name) ? [] : (plugins.find((plugin) => plugin.name === name) ?? []),
    )
  }
  const [withoutId, withoutService] = [newIn(pluginsWithoutProjectId), newIn(pluginsWithoutService)]
  return [
    ...formatWarnings(site, before),
    ...(withoutId.length === 0
      ? []
      : [
          [
            `This site has no project id. On the built site, these plugins do nothing without it or a service of your own: ${listOf(withoutId)}.`,
            'An id is free at https://dashboard.reown.com; set it with `npx create-wallet-modal set projectId=<id>`.',
            ...sourceTexts(withoutId, site, context),
            `The URL of your own service is set with ${settingsOf(withoutId)}.`,
          ].join(' '),
        ]),
    ...(withoutService.length === 0
      ? []
      : [
          [
            `On the built site, these plugins do nothing without a service of your own, even with a project id: ${listOf(withoutService)}.`,
            ...sourceTexts(withoutService, site, context),
            `The URL of your service is set with ${settingsOf(withoutService)}. In development, the sandbox replaces it.`,
          ].join(' '),
        ]),
  ]
}

/** Warning about a new project id that the public services refuse. */
function formatWarnings(site: SiteManifest, before: SiteManifest | undefined): readonly string[] {
  const { projectId: id } = site
  if (typeof id !== 'string' || id === before?.projectId) return []
  const problem = projectIdProblem(id, site)
  if (!problem) return []
  return [
    [
      `The project id ${JSON.stringify(id.slice(0, 40))} is ${problem === 'placeholder' ? 'a placeholder, not an id' : 'not valid'}.`,
      'An id of the public services has 32 of the characters 0-9 and a-f; these services reject requests with another id.',
      'Copy the complete id from https://dashboard.reown.com and set it with `npx create-wallet-modal set projectId=<id>`, or remove it with `npx create-wallet-modal set projectId=`.',
    ].join(' '),
  ]
}

const listOf = (plugins: readonly PluginPackage[]): string => plugins.map(({ name }) => shortName(name)).join(', ')

const settingsOf = (plugins: readonly PluginPackage[]): string =>
  [...new Set(plugins.map(serviceSetting))]
    .map((setting) => `\`npx create-wallet-modal set ${setting}=<url>\``)
    .join(' or ')

const sourceTexts = (
  plugins: readonly PluginPackage[],
  site: SiteManifest,
  { known }: ProjectIdContext,
): readonly string[] =>
  plugins.flatMap(({ name }) => {
    const sources = sourcesFor(name, site, known).map(shortName)
    return sources.length === 0
      ? []
      : [
          `${shortName(name)} also works with another source of data: \`npx create-wallet-modal add ${sources.join(' ')}\`.`,
        ]
  })
