import { type Context, readWith } from '@wallet-modal/kernel'
import { isAllowed, isSolanaChain, toCaipNetworkId } from './chains.js'

const NAMESPACE = 'solana'
/** Storage key of the network that the visitor chose. */
const CHOSEN = 'network'

const caipNetworkId = readWith((value): string => {
  if (typeof value !== 'string' || !isSolanaChain(value)) throw new Error('is no network')
  return value
})

/** Which network a connection is on. Wallets here have none of their own and know no switching, so the page keeps it. */
export interface Place {
  /** The preferred network where an account with these chains may use it, else the first of the site's, else where the account is. */
  of(chains: readonly string[], preferred?: string | null): string
  chosen(): string | null
  choose(caipNetworkId: string): void
  forget(): void
  /** Tells of a choice in another tab. */
  watch(listener: () => void): () => void
}

export function createPlace(ctx: Context): Place {
  return {
    of(chains, preferred) {
      const allowed = ctx.networks
        .peek()
        .filter((network) => network.namespace === NAMESPACE && isAllowed(chains, network.caipNetworkId))
        .map((network) => network.caipNetworkId)
      return (
        allowed.find((id) => id === preferred) ?? allowed[0] ?? toCaipNetworkId(chains.find(isSolanaChain) ?? NAMESPACE)
      )
    },
    chosen: () => ctx.storage.get(CHOSEN, caipNetworkId),
    choose: (id) => ctx.storage.set(CHOSEN, id),
    forget: () => ctx.storage.remove(CHOSEN),
    watch: (listener) => ctx.storage.watch(CHOSEN, listener),
  }
}
