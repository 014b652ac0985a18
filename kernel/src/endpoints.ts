import type { ApiTargets } from './api.js'
import type { Endpoint } from './domain/slots.js'
import type { Network } from './domain/network.js'
import { WalletModalError } from './errors.js'
import type { ReadonlySignal } from './signals.js'
import { SDK_VERSION } from './version.js'

/** Used where neither the site nor a plugin names another base URL. All of these want a project id. */
export const defaultEndpoints: Readonly<Record<string, string>> = {
  catalogue: 'https://api.web3modal.org',
  blockchain: 'https://rpc.walletconnect.org',
  rpc: 'https://rpc.walletconnect.org',
  analytics: 'https://pulse.walletconnect.org',
  relay: 'wss://relay.walletconnect.org',
  secure: 'https://secure.walletconnect.org',
}

interface TargetOptions {
  readonly projectId: string | undefined
  readonly siteEndpoints: Readonly<Record<string, string>>
  readonly siteRpcUrls: Readonly<Record<string, readonly string[]>>
  readonly contributed: ReadonlySignal<readonly Endpoint[]>
  readonly networks: ReadonlySignal<readonly Network[]>
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

/** Base URLs, resolved anew for every request: a plugin's endpoint, else the site's, else the default. */
export function createTargets({ projectId, siteEndpoints, siteRpcUrls, contributed, networks }: TargetOptions): ApiTargets {
  const override = (service: string): string | undefined =>
    contributed.peek().filter((endpoint) => endpoint.service === service).at(-1)?.url ??
    (Object.hasOwn(siteEndpoints, service) ? siteEndpoints[service] : undefined)

  return {
    identification: { ...(projectId === undefined ? {} : { projectId }), st: 'wallet-modal', sv: SDK_VERSION },
    serviceUrl(service) {
      const url = override(service) ?? (projectId === undefined ? undefined : defaultEndpoints[service])
      if (url !== undefined) return withoutSlash(url)
      const why = Object.hasOwn(defaultEndpoints, service) ? 'needs a project id. Set "projectId", or "endpoints"' : 'has no URL. Set it in "endpoints"'
      throw new WalletModalError('NO_PROJECT_ID', `The service "${service}" ${why} in wallet-modal.json.`)
    },
    /** The site's own URLs first, then the RPC service, then the chain's public ones. */
    rpcUrls(caipNetworkId) {
      const network = networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
      const own = Object.hasOwn(siteRpcUrls, caipNetworkId) ? (siteRpcUrls[caipNetworkId] ?? []) : []
      const base = override('rpc') ?? (projectId === undefined ? undefined : defaultEndpoints.rpc)
      const query = new URLSearchParams({ chainId: caipNetworkId, projectId: projectId ?? '' })
      const service = base === undefined ? [] : [`${withoutSlash(base)}/v1/?${query}`]
      const urls = [...own, ...service, ...(network?.rpcUrls ?? [])].filter((url) => url.startsWith('http'))
      if (urls.length > 0) return urls
      throw new WalletModalError('UNKNOWN_NETWORK', `No RPC URL is known for "${caipNetworkId}". Set "rpcUrls" in wallet-modal.json.`)
    },
  }
}
