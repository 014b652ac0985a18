import { type Context, networkChanged, type ProviderRequest, readWith } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'
import type { OpenLink } from '../sessions/namespace-links.js'
import type { ContributedNamespaces } from './contributed.js'

/** Storage key of the network in use per namespace: the wallet does not keep it. */
const CHAINS = 'chains'

const textsByNamespace = readWith((kept): Readonly<Record<string, string>> => {
  if (typeof kept !== 'object' || kept === null) throw new Error('is no record')
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
})

/** What is handed out for the namespaces of sessions. */
export interface Providers {
  /** The provider of a link, in its family's own shape; the same one each time. */
  open(link: OpenLink, request: ProviderRequest): Promise<unknown>
  /** The link behind a provider that was handed out. */
  linkOf(provider: unknown): OpenLink | undefined
}

/** Makes providers, each on the network that its namespace was on. */
export function createProviders(ctx: Context, families: ContributedNamespaces): Providers {
  const providers = new WeakMap<OpenLink, Promise<unknown>>()
  const links = new WeakMap<object, OpenLink>()
  const keptChains = (): Readonly<Record<string, string>> => ctx.storage.get(CHAINS, textsByNamespace) ?? {}

  ctx.on(networkChanged, ({ namespace, caipNetworkId }) => {
    const ours = ctx.connections.all.peek().find((one) => one.namespace === namespace && one.isInUse)
    if (ours?.connectorId === CONNECTOR_ID) ctx.storage.set(CHAINS, { ...keptChains(), [namespace]: caipNetworkId })
  })

  const make = async (link: OpenLink, { namespace, networks }: ProviderRequest): Promise<unknown> => {
    const kept = keptChains()[namespace]
    const chains = [...(kept ? [kept] : []), ...networks.map((network) => network.caipNetworkId)]
    return (await families.of(namespace)?.createProvider(link, chains)) ?? null
  }
  return {
    linkOf: (provider) => links.get(Object(provider)),
    async open(link, request) {
      const making = providers.get(link) ?? make(link, request)
      providers.set(link, making)
      making.catch(() => providers.delete(link)) // a failed download is tried again
      const provider = await making
      links.set(Object(provider), link)
      return provider
    },
  }
}
