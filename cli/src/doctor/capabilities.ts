import type { Check, Finding } from './finding.js'

/** Whether somebody provides everything that plugins and networks need. All that is missing is named, not only the first. */
export const checkCapabilities: Check = async ({ site, plugins, known }) => {
  // where a plugin could not be read, what it provides is not known; that it cannot be read is a finding of its own
  if (plugins.length < Object.keys(site.plugins).length) return []
  const provided = new Set(plugins.flatMap(({ manifest }) => manifest.provides))
  const finding = (who: string, capability: string, otherwise: string): Finding => {
    const offered = known.filter(({ manifest }) => manifest.provides.includes(capability)).map(({ name }) => name)
    return {
      id: 'missing-capability',
      severity: 'error',
      what: `${who} needs "${capability}", which no plugin of the site provides.`,
      why: 'The modal refuses to start without it.',
      fix: `${offered.length > 0 ? `Add ${offered.join(' or ')}` : `Add a plugin that provides "${capability}"`}, or ${otherwise}.`,
    }
  }
  const ofPlugins = plugins.flatMap(({ name, manifest }) =>
    manifest.requires
      .filter((capability) => !provided.has(capability))
      .map((capability) => finding(`"${name}"`, capability, `take "${name}" out`)),
  )
  const ids = site.networks.map((entry) => (typeof entry === 'string' ? entry : entry.caipNetworkId))
  const ofNetworks = ids
    .filter((id) => !provided.has(`namespace:${id.split(':')[0]}`))
    .map((id) => finding(`The network "${id}"`, `namespace:${id.split(':')[0]}`, 'take the network out'))
  return [...ofPlugins, ...ofNetworks]
}
