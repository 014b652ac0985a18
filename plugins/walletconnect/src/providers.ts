import { type Context, networkChanged, type ProviderRequest, readWith } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from './connector.js'
import type { OpenLink } from './namespace-links.js'
import type { Shape } from './shape.js'

/** Each is fetched when a session grants its namespace. */
const shapes: Readonly<Record<string, () => Promise<Shape>>> = {
  eip155: async () => (await import('./shapes/eip155.js')).createEip155Provider,
  solana: async () => (await import('./shapes/solana.js')).createSolanaWallet,
  polkadot: async () => (await import('./shapes/polkadot.js')).createPolkadotExtension,
  bip122: async () => (await import('./shapes/bip122.js')).createBitcoinProvider,
}

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
export function createProviders(ctx: Context): Providers {
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
    return (await shapes[namespace]?.())?.({ ctx, chains, link }) ?? null
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
