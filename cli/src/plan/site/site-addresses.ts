import { isObject, type Json } from '../files/json.js'
import type { ResolvedSite } from '../packages/resolve.js'
import type { Network } from './network.js'
import type { SiteManifest } from './site-manifest.js'

/** A setting of wallet-modal.json that contains a URL. */
export interface SiteAddress {
  /** Name as for `set`, such as `endpoints.relay` or `@wallet-modal/siwx.endpoint`. */
  readonly setting: string
  /** A URL, or a path on the site. */
  readonly url: string
}

/** All URLs and paths in wallet-modal.json, except those of inline networks. */
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

/** Networks that wallet-modal.json defines itself, with the values that the site will use. */
export const inlineNetworks = ({ site, networks }: ResolvedSite): readonly Network[] =>
  networks.filter(({ caipNetworkId }) => inlineNetwork(site, caipNetworkId) !== undefined)

/** Warnings about networks whose decimals in wallet-modal.json differ from those of the plugin. */
export const decimalsWarnings = ({ site, networks }: ResolvedSite): readonly string[] =>
  networks.flatMap(({ caipNetworkId, nativeCurrency: { decimals } }) => {
    const ownDecimals = inlineNetwork(site, caipNetworkId)?.nativeCurrency.decimals
    return ownDecimals === undefined || ownDecimals === decimals
      ? []
      : [
          `wallet-modal.json sets ${ownDecimals} decimals for "${caipNetworkId}". The site uses ${decimals}, as defined by the plugin.`,
        ]
  })

const inlineNetwork = (site: SiteManifest, id: string): Network | undefined =>
  site.networks.find((entry): entry is Network => typeof entry !== 'string' && entry.caipNetworkId === id)
