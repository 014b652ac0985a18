import { type Context, readWith } from '@wallet-modal/kernel'
import { isAllowed, isSolanaChain, toCaipNetworkId } from '../chains.js'

const NAMESPACE = 'solana'
/** Storage key of the network that the visitor chose. */
const CHOSEN = 'network'

const caipNetworkId = readWith((value): string => {
  if (typeof value !== 'string' || !isSolanaChain(value))
    throw new Error('the stored network is not the id of a Solana network')
  return value
})

/** Network of the Solana connection. Solana wallets have no active network and cannot switch, so the page stores the choice. */
export interface ChosenNetwork {
  /** `preferred` if the site and the account support it, else the first network that both support, else the account's first Solana chain. */
  networkOf(chains: readonly string[], preferred?: string | null): string
  get(): string | null
  choose(caipNetworkId: string): void
  forget(): void
  /** Calls the listener when another tab changes the network. Returns an unsubscribe function. */
  watch(listener: () => void): () => void
}

export function createChosenNetwork(ctx: Context): ChosenNetwork {
  return {
    networkOf(chains, preferred) {
      const allowed = ctx.networks
        .peek()
        .filter((network) => network.namespace === NAMESPACE && isAllowed(chains, network.caipNetworkId))
        .map((network) => network.caipNetworkId)
      return (
        allowed.find((id) => id === preferred) ?? allowed[0] ?? toCaipNetworkId(chains.find(isSolanaChain) ?? NAMESPACE)
      )
    },
    get: () => ctx.storage.get(CHOSEN, caipNetworkId),
    choose: (id) => ctx.storage.set(CHOSEN, id),
    forget: () => ctx.storage.remove(CHOSEN),
    watch: (listener) => ctx.storage.watch(CHOSEN, listener),
  }
}
