import { isObject, type Json } from '../files/json.js'
import type { ResolvedSite } from '../packages/resolve.js'
import type { Network } from './network.js'
import type { SiteManifest } from './site-manifest.js'

/** A setting of wallet-modal.json that says where requests, signatures or visitors go. */
export interface SiteAddress {
  /** As `set` names it, such as `endpoints.relay` or `@wallet-modal/siwx.endpoint`. */
  readonly setting: string
  /** A URL, or a path of the site. */
  readonly url: string
}

/** Every URL and path in wallet-modal.json, but for those of networks that are written out in it. */
export const siteAddresses = ({ metadata, rpcUrls, endpoints, plugins }: SiteManifest): readonly SiteAddress[] => [
  ...addressesIn('metadata', { url: metadata.url, icons: metadata.icons }),
  ...addressesIn('rpcUrls', rpcUrls),
  ...addressesIn('endpoints', endpoints),
  ...Object.entries(plugins).flatMap(([name, options]) => addressesIn(name, options)),
]

function addressesIn(setting: string, value: unknown): readonly SiteAddress[] {
  if (typeof value === 'string') return isAddress(value) ? [{ setting, url: value }] : []
  if (Array.isArray(value)) return value.flatMap((item: Json) => addressesIn(setting, item))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) => addressesIn(`${setting}.${key}`, item))
}

const isAddress = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]*:\/\/|\/)/i.test(text)

/** The networks that wallet-modal.json writes out, as the site will have them. */
export const inlineNetworks = ({ site, networks }: ResolvedSite): readonly Network[] =>
  networks.filter(({ caipNetworkId }) => statedNetwork(site, caipNetworkId) !== undefined)

/** Sentences about networks whose decimals in wallet-modal.json are not those that a plugin knows. */
export const decimalsWarnings = ({ site, networks }: ResolvedSite): readonly string[] =>
  networks.flatMap(({ caipNetworkId, nativeCurrency: { decimals } }) => {
    const stated = statedNetwork(site, caipNetworkId)?.nativeCurrency.decimals
    return stated === undefined || stated === decimals
      ? []
      : [
          `wallet-modal.json gives "${caipNetworkId}" ${stated} decimals. It keeps the ${decimals} that its plugin knows.`,
        ]
  })

const statedNetwork = (site: SiteManifest, id: string): Network | undefined =>
  site.networks.find((entry): entry is Network => typeof entry !== 'string' && entry.caipNetworkId === id)
