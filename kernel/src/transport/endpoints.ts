import type { Network } from '../domain/network.js'
import type { Endpoint } from '../domain/slots.js'
import { fail } from '../errors/errors.js'
import { SDK_VERSION } from '../plugins/version.js'
import type { ReadonlySignal } from '../signals.js'

/** Default base URLs, which require a project id. */
export const defaultEndpoints: Readonly<Record<string, string>> = {
  catalogue: 'https://api.web3modal.org',
  blockchain: 'https://rpc.walletconnect.org',
  rpc: 'https://rpc.walletconnect.org',
  analytics: 'https://pulse.walletconnect.org',
  relay: 'wss://relay.walletconnect.org',
  secure: 'https://secure.walletconnect.org',
}

/** Base URLs and identification of requests. The URLs are read at each request. */
export interface ApiTargets {
  serviceUrl(service: string): string
  rpcUrls(caipNetworkId: string): readonly string[]
  /** Query parameters that identify the site and the SDK. */
  readonly identification: Readonly<Record<string, string>>
}

/** Endpoint added by a plugin, with its order in the slot. */
export interface ContributedEndpoint extends Endpoint {
  readonly order: number
}

interface TargetOptions {
  readonly projectId: string | undefined
  readonly siteEndpoints: Readonly<Record<string, string>>
  readonly siteRpcUrls: Readonly<Record<string, readonly string[]>>
  /** In ascending order; read for each request. */
  readonly contributed: () => readonly ContributedEndpoint[]
  readonly networks: ReadonlySignal<readonly Network[]>
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/**
 * Creates the resolver of base URLs. In order of precedence: a plugin's override (order above 0), the site's URL, a plugin's default, the kernel's
 * default.
 */
export function createTargets({
  projectId,
  siteEndpoints,
  siteRpcUrls,
  contributed,
  networks,
}: TargetOptions): ApiTargets {
  const baseOf = (service: string): string | undefined => {
    const last = contributed().findLast((endpoint) => endpoint.service === service)
    if (last && last.order > 0) return last.url
    const configuredUrl = ownValue(siteEndpoints, service) ?? last?.url
    return configuredUrl ?? (projectId === undefined ? undefined : ownValue(defaultEndpoints, service))
  }
  return {
    identification: { ...(projectId === undefined ? {} : { projectId }), st: 'wallet-modal', sv: SDK_VERSION },
    serviceUrl(service) {
      const url = baseOf(service)
      if (url !== undefined) return withoutSlash(url)
      const isKnown = ownValue(defaultEndpoints, service) !== undefined
      const problem = isKnown
        ? 'needs a project id. Set "projectId", or "endpoints"'
        : 'has no URL. Set it in "endpoints"'
      return fail('NO_PROJECT_ID', `The service "${service}" ${problem} in wallet-modal.json.`)
    },
    /** In order of precedence: the site's URLs, the RPC service, the network's public URLs. */
    rpcUrls(caipNetworkId) {
      const network = networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
      const base = baseOf('rpc')
      const query = new URLSearchParams({ chainId: caipNetworkId, projectId: projectId ?? '' })
      const service = base === undefined ? [] : [`${withoutSlash(base)}/v1/?${query}`]
      const urls = [...(ownValue(siteRpcUrls, caipNetworkId) ?? []), ...service, ...(network?.rpcUrls ?? [])].filter(
        (url) => /^https?:/.test(url),
      )
      if (urls.length > 0) return urls
      return fail(
        'UNKNOWN_NETWORK',
        `There is no RPC URL for "${caipNetworkId}".${process.env.NODE_ENV === 'production' ? '' : ' Set "rpcUrls" in wallet-modal.json.'}`,
      )
    },
  }
}
