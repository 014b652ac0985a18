import type { JsonObject } from '../files/json.js'
import { type OriginKind, originKinds, permissionsOf } from '../plugins/permissions.js'
import type { PluginPackage } from '../plugins/plugin-manifest.js'
import { defaultEndpoints } from './default-endpoints.js'
import type { SiteManifest } from './site-manifest.js'

/** An origin that the modal uses in production, and the plugins that need it. */
export interface ModalOrigin {
  readonly kind: OriginKind
  /** A URL, or an origin with `*.` before its host. */
  readonly url: string
  /** CSP source that allows it: scheme, host and port. */
  readonly source: string
  /** Names of the plugins that need it, or wallet-modal.json. */
  readonly by: readonly string[]
}

/** Invalid origin in a plugin's permissions or options, or in wallet-modal.json. It is not added to the policy. */
export interface InvalidOrigin {
  /** Package name of the plugin, or `wallet-modal.json` for the image of a network that this file defines. */
  readonly plugin: string
  readonly text: string
}

export interface ModalOrigins {
  readonly origins: readonly ModalOrigin[]
  readonly invalid: readonly InvalidOrigin[]
}

type AddOrigin = (kind: OriginKind, url: string) => void

/** All origins that a site's modal may use in production, from the plugins' permissions and wallet-modal.json. Ignores development-only plugins. */
export function modalOrigins(site: SiteManifest, plugins: readonly PluginPackage[]): ModalOrigins {
  const found = new Map<string, { kind: OriginKind; url: string; source: string; by: Set<string> }>()
  const invalid: InvalidOrigin[] = []
  const originAdder =
    (by: string): AddOrigin =>
    (kind, url) => {
      const source = toSource(url)
      if (source === undefined) {
        invalid.push({ plugin: by, text: url })
        return
      }
      const entry = found.get(`${kind} ${url}`) ?? { kind, url, source, by: new Set() }
      entry.by.add(by)
      found.set(`${kind} ${url}`, entry)
    }
  const productionPlugins = plugins.filter(
    ({ name, manifest }) => !manifest.developmentOnly && site.plugins[name] !== undefined,
  )
  for (const plugin of productionPlugins)
    addPlugin(site, plugin, { plugins: productionPlugins, addOrigin: originAdder(plugin.name) })
  for (const { network, definedBy } of definedNetworks(site, productionPlugins))
    if (network.imageUrl !== undefined) originAdder(definedBy)('image', network.imageUrl)
  const origins = [...found.values()].map((entry) => ({ ...entry, by: [...entry.by].sort() }))
  return { origins: origins.sort((a, b) => (a.kind + a.url < b.kind + b.url ? -1 : 1)), invalid }
}

interface OriginContext {
  readonly plugins: readonly PluginPackage[]
  readonly addOrigin: AddOrigin
}

function addPlugin(site: SiteManifest, plugin: PluginPackage, { plugins, addOrigin }: OriginContext): void {
  const options = site.plugins[plugin.name] ?? {}
  const permissions = permissionsOf(plugin, options)
  const serviceUrl = (service: string): string | undefined => urlOfService(site, options, service)
  for (const permission of permissions.api) {
    const at = permission.indexOf(':')
    const service = permission.slice(0, at)
    const path = permission.slice(at + 1)
    const url = serviceUrl(service)
    if (service === 'rpc') for (const node of nodesOf(site, plugin, plugins)) addOrigin('connect', node)
    if (url === undefined) continue
    if (service === 'rpc' || !isImagePath(path)) addOrigin('connect', url)
    if (service !== 'rpc' && (isImagePath(path) || /^\/?\*$/.test(path))) addOrigin('image', url)
  }
  for (const kind of originKinds)
    for (const origin of permissions.origins[kind] ?? []) {
      // a window origin may be a pattern (any origin, or any port). Patterns are not added, because a policy does not restrict windows
      const isPattern = kind === 'window' && /^(?:\*|https?:\/\/[a-z0-9.-]+:\*)$/i.test(origin)
      if (!isPattern && usesOrigin(origin, serviceUrl)) addOrigin(kind, origin)
    }
}

/** Whether an `<img>` loads the URLs of a service's path, such as `/getWalletImage/*`. */
const isImagePath = (path: string): boolean => /image/i.test(path)

/**
 * Whether the site uses an origin that a plugin declares. The default URL of a service is used only if the site sets no other URL for that service.
 */
function usesOrigin(origin: string, serviceUrl: (service: string) => string | undefined): boolean {
  const services = Object.keys(defaultEndpoints).filter((service) => defaultEndpoints[service] === origin)
  return services.length === 0 || services.some((service) => serviceUrl(service) === origin)
}

/** URL of a service, resolved as in the kernel: the plugin's option, then the site's setting, then the default for sites with a project id. */
function urlOfService(site: SiteManifest, options: JsonObject, service: string): string | undefined {
  if (service === 'relay' && typeof options.relayUrl === 'string') return options.relayUrl
  const own = site.endpoints
  if (own && Object.hasOwn(own, service)) return own[service]
  const projectId = site.projectId ?? (service === 'relay' ? options.projectId : undefined)
  return projectId === undefined || !Object.hasOwn(defaultEndpoints, service) ? undefined : defaultEndpoints[service]
}

/** HTTP nodes that a plugin uses: those of its chain families' networks, or of all networks if it provides no chain family. */
function nodesOf(site: SiteManifest, plugin: PluginPackage, plugins: readonly PluginPackage[]): readonly string[] {
  const families = plugin.manifest.provides.flatMap((name) => /^namespace:(.+)$/.exec(name)?.[1] ?? [])
  return networksOf(site, plugins)
    .filter(({ namespace }) => families.length === 0 || families.includes(namespace))
    .flatMap(({ caipNetworkId, rpcUrls }) => [...(site.rpcUrls?.[caipNetworkId] ?? []), ...rpcUrls])
    .filter((url) => /^https?:/.test(url))
}

/** The site's networks. Leaves out ids that no plugin defines, which `checkGenerated` reports. */
export const networksOf = (site: SiteManifest, plugins: readonly PluginPackage[]) =>
  definedNetworks(site, plugins).map(({ network }) => network)

/** Like `networksOf`. `definedBy`: name of the plugin that defines the network, or `wallet-modal.json`. */
const definedNetworks = (site: SiteManifest, plugins: readonly PluginPackage[]) =>
  site.networks.flatMap((entry) => {
    if (typeof entry !== 'string') return [{ network: entry, definedBy: 'wallet-modal.json' }]
    const known = plugins.flatMap(({ name, networks }) => networks.map((network) => ({ network, definedBy: name })))
    return known.find(({ network }) => network.caipNetworkId === entry) ?? []
  })

const wildcard = /^(?:https?|wss?):\/\/\*\.[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/i

/** CSP source of an origin. `undefined` for invalid text, which could add directives to the policy. */
function toSource(text: string): string | undefined {
  if (wildcard.test(text)) return text.toLowerCase()
  if (!URL.canParse(text)) return undefined
  const { protocol, host } = new URL(text)
  return /^(?:https?|wss?):$/.test(protocol) && /^[a-z0-9.:[\]-]+$/.test(host) ? `${protocol}//${host}` : undefined
}
