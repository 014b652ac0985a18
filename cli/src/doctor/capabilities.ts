import { registersView } from '../plan/packages/graph.js'
import type { PluginPackage } from '../plan/plugins/plugin-manifest.js'
import type { Check, Finding } from './finding.js'

/**
 * Checks that the site's plugins provide all capabilities and views that its plugins and networks require. Reports every missing capability and view.
 */
export const checkCapabilities: Check = async ({ site, plugins, known }) => {
  // a plugin that cannot be read may provide any capability; `checkGenerated` reports this plugin
  if (plugins.length < Object.keys(site.plugins).length) return []
  const provided = new Set(plugins.flatMap(({ manifest }) => manifest.provides))
  const pluginFindings = plugins.flatMap(({ name, manifest }) =>
    manifest.requires
      .filter((capability) => !provided.has(capability))
      .map((capability) =>
        missingCapability(`"${name}"`, capability, {
          known,
          alternative: `remove "${name}"`,
          why: 'In development, the modal does not start. In production, the plugin is disabled. `sync` refuses the site.',
        }),
      ),
  )
  const viewFindings = plugins.flatMap(({ name, manifest }) =>
    manifest.requiresViews
      .filter((view) => !plugins.some((plugin) => registersView(plugin, view)))
      .map((view) => missingView(name, view, known)),
  )
  const ids = site.networks.map((entry) => (typeof entry === 'string' ? entry : entry.caipNetworkId))
  const networkFindings = ids
    .filter((id) => !provided.has(`namespace:${id.split(':')[0]}`))
    .map((id) =>
      missingCapability(`The network "${id}"`, `namespace:${id.split(':')[0]}`, {
        known,
        alternative: 'remove the network',
        why: 'No wallet can connect to this network, and `sync` refuses the site.',
      }),
    )
  return [...pluginFindings, ...viewFindings, ...networkFindings]
}

interface Fixes {
  readonly known: readonly PluginPackage[]
  /** Alternative to adding a plugin, such as `remove the network`. */
  readonly alternative: string
  readonly why: string
}

function missingCapability(subject: string, capability: string, { known, alternative, why }: Fixes): Finding {
  const providers = known.filter(({ manifest }) => manifest.provides.includes(capability))
  return {
    id: 'missing-capability',
    severity: 'error',
    what: `${subject} needs "${capability}", which no plugin of the site provides.`,
    why,
    fix: `${addOneOf(providers) ?? `Add a plugin that provides "${capability}"`}, or ${alternative}.`,
  }
}

function missingView(name: string, view: string, known: readonly PluginPackage[]): Finding {
  const providers = known.filter((plugin) => registersView(plugin, view))
  return {
    id: 'missing-capability',
    severity: 'error',
    what: `"${name}" needs the view "${view}", which no plugin of the site registers.`,
    why: 'The plugin opens this view, and `sync` refuses a site without it.',
    fix: `${addOneOf(providers) ?? `Add a plugin that registers "${view}"`}, or remove "${name}".`,
  }
}

const addOneOf = (plugins: readonly PluginPackage[]): string | undefined =>
  plugins.length > 0 ? `Add ${plugins.map(({ name }) => name).join(' or ')}` : undefined
