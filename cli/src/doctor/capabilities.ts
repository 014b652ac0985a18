import type { Check, Finding } from './finding.js'

/** Checks that all capabilities required by plugins and networks are provided. Reports all missing ones. */
export const checkCapabilities: Check = async ({ site, plugins, known }) => {
  // the capabilities of an unreadable plugin are unknown; a separate finding reports the plugin
  if (plugins.length < Object.keys(site.plugins).length) return []
  const provided = new Set(plugins.flatMap(({ manifest }) => manifest.provides))
  const finding = (subject: string, capability: string, alternative: string): Finding => {
    const providers = known.filter(({ manifest }) => manifest.provides.includes(capability)).map(({ name }) => name)
    return {
      id: 'missing-capability',
      severity: 'error',
      what: `${subject} needs "${capability}", which no plugin of the site provides.`,
      why: 'The modal does not start without it.',
      fix: `${providers.length > 0 ? `Add ${providers.join(' or ')}` : `Add a plugin that provides "${capability}"`}, or ${alternative}.`,
    }
  }
  const ofPlugins = plugins.flatMap(({ name, manifest }) =>
    manifest.requires
      .filter((capability) => !provided.has(capability))
      .map((capability) => finding(`"${name}"`, capability, `remove "${name}"`)),
  )
  const ids = site.networks.map((entry) => (typeof entry === 'string' ? entry : entry.caipNetworkId))
  const ofNetworks = ids
    .filter((id) => !provided.has(`namespace:${id.split(':')[0]}`))
    .map((id) => finding(`The network "${id}"`, `namespace:${id.split(':')[0]}`, 'remove the network'))
  return [...ofPlugins, ...ofNetworks]
}
