import { type Context, networkChanged, type ProviderRequest, readWith } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'
import type { NamespaceLink } from '../sessions/namespace-links.js'
import type { ContributedNamespaces } from './contributed.js'

/** Storage key of the active network of each namespace. Sessions do not contain it. */
const CHAINS = 'chains'

const textsByNamespace = readWith((value): Readonly<Record<string, string>> => {
  if (typeof value !== 'object' || value === null) throw new Error('the stored networks are not an object')
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
})

/** Providers returned for the namespaces of sessions. */
export interface Providers {
  /** Provider of a link, in the format of its chain family; `null` if it cannot be created. Each call for a link resolves with the same object. */
  open(link: NamespaceLink, request: ProviderRequest): Promise<unknown>
  /** Link of a returned provider. */
  linkOf(provider: unknown): NamespaceLink | undefined
}

/** Creates providers that start on the previously active network of their namespace. */
export function createProviders(ctx: Context, families: ContributedNamespaces): Providers {
  const providers = new WeakMap<NamespaceLink, Promise<unknown>>()
  const links = new WeakMap<object, NamespaceLink>()
  const storedChains = (): Readonly<Record<string, string>> => ctx.storage.get(CHAINS, textsByNamespace) ?? {}

  ctx.on(networkChanged, ({ namespace, caipNetworkId }) => {
    const active = ctx.connections.all.peek().find((one) => one.namespace === namespace && one.isActive)
    if (active?.connectorId === CONNECTOR_ID) ctx.storage.set(CHAINS, { ...storedChains(), [namespace]: caipNetworkId })
  })

  const create = async (link: NamespaceLink, { namespace, networks }: ProviderRequest): Promise<unknown> => {
    const storedChain = storedChains()[namespace]
    const chains = [...(storedChain ? [storedChain] : []), ...networks.map((network) => network.caipNetworkId)]
    return (await families.of(namespace)?.createProvider(link, chains)) ?? null
  }
  return {
    linkOf: (provider) => links.get(Object(provider)),
    async open(link, request) {
      const creation = providers.get(link) ?? create(link, request)
      providers.set(link, creation)
      creation.catch(() => providers.delete(link)) // so that the next call retries a failed download
      const provider = await creation
      links.set(Object(provider), link)
      return provider
    },
  }
}
