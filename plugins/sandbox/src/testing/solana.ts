import { unsupported } from '../wallet/errors.js'
import { createSolanaWallet } from '../wallet/solana/provider.js'
import { solanaKeys } from './keys.js'
import type { CreateProtocol } from './wallet-protocol.js'
import { activeFirst, activeNetworks, walletOptionsFor } from './wallet-state.js'

const clusters: ReadonlyMap<string, string> = new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

/** Wallet Standard identifier of a network, such as `solana:mainnet` for a public cluster. All other networks are `solana:localnet`. */
export const toCluster = (caipNetworkId: string): string => clusters.get(caipNetworkId) ?? 'solana:localnet'

type Method = (...inputs: readonly unknown[]) => Promise<unknown>

/** Scripted Solana wallet. Its methods are its Wallet Standard features, and `accounts`, which returns the shared accounts and the chains. */
export const createSolanaProtocol: CreateProtocol = (state, privateKeys, emit) => {
  const all = solanaKeys(privateKeys)
  const keys = () => activeFirst(state, all, ({ address }) => address)
  const wallets = new Map<string, object>()

  const walletFor = (origin: string): object => {
    const id = `${state.onlyNetworkId} ${origin}`
    const existing = wallets.get(id)
    if (existing) return existing
    const created = createSolanaWallet({
      ...walletOptionsFor(state, origin),
      keys,
      chainOf: ({ caipNetworkId }) => toCluster(caipNetworkId),
    })
    wallets.set(id, created)
    const on = methodOf(created, 'standard:events', 'on')
    void on?.('change', () => emit(origin, { event: 'change', payload: viewOf(origin) }))
    return created
  }
  const viewOf = (origin: string) => ({
    accounts: Reflect.get(walletFor(origin), 'accounts'),
    chains: activeNetworks(state).map(({ caipNetworkId }) => toCluster(caipNetworkId)),
  })
  return {
    addresses: () => keys().map(({ address }) => address),
    async answer(origin, feature, inputs) {
      if (feature === 'accounts') return viewOf(origin)
      const method = methodOf(walletFor(origin), feature, feature.slice(feature.indexOf(':') + 1))
      if (!method) throw unsupported(feature)
      return method(...inputs)
    },
    events: async (origin) => [{ event: 'change', payload: viewOf(origin) }],
  }
}

function methodOf(wallet: object, feature: string, name: string): Method | undefined {
  const { features }: { readonly features?: Record<string, Record<string, unknown>> } = wallet
  const method = features && Object.hasOwn(features, feature) ? features[feature]?.[name] : undefined
  return typeof method === 'function' ? (...inputs) => method(...inputs) : undefined
}
