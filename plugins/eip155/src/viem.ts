import { type Network, WalletModalError } from '@wallet-modal/kernel'
import type { Chain } from 'viem'

/** Fields of viem's `Chain` that a network needs. Accepts the chains of any viem version. */
export type ChainDefinition = Pick<Chain, 'id' | 'name' | 'nativeCurrency' | 'rpcUrls' | 'blockExplorers' | 'testnet'>

/**
 * Converts a chain of viem to a network of the site: `networks: [mainnet, base].map(toNetwork)`. Takes the HTTP URLs and the explorer that viem
 * calls `default`. viem's chains have no logo and no SLIP-44 coin type: add them with `{ ...toNetwork(base), imageUrl }`.
 */
export function toNetwork(chain: ChainDefinition): Network {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet } = chain
  const { name: currencyName, symbol, decimals } = nativeCurrency
  const explorerUrl = blockExplorers?.default.url
  return {
    ...{ caipNetworkId: `eip155:${id}`, namespace: 'eip155', reference: String(id), name },
    nativeCurrency: { name: currencyName, symbol, decimals },
    rpcUrls: [...rpcUrls.default.http],
    ...(explorerUrl && { explorerUrl }),
    ...(testnet !== undefined && { testnet }),
  }
}

/**
 * Converts a network of the site to a chain of viem, for clients and for wagmi's `chains`. Throws `INVALID_ARGUMENT` for a network that is not EVM.
 * The chain has no `contracts`, `fees` or `serializers`: prefer the chain of `viem/chains` if there is one.
 */
export function toChain(network: Network): Chain {
  const { caipNetworkId, namespace, reference, name, nativeCurrency, rpcUrls, explorerUrl, testnet } = network
  const id = Number(reference)
  if (namespace !== 'eip155' || !Number.isSafeInteger(id))
    throw new WalletModalError(
      'INVALID_ARGUMENT',
      `The network "${caipNetworkId}" is not an EVM network. toChain() converts networks of the namespace "eip155" only.`,
    )
  const isWebSocket = (url: string): boolean => /^wss?:/.test(url)
  const webSocket = rpcUrls.filter(isWebSocket)
  return {
    ...{ id, name, nativeCurrency: { ...nativeCurrency } },
    rpcUrls: {
      default: { http: rpcUrls.filter((url) => !isWebSocket(url)), ...(webSocket.length > 0 && { webSocket }) },
    },
    ...(explorerUrl && { blockExplorers: { default: { name: new URL(explorerUrl).hostname, url: explorerUrl } } }),
    ...(testnet !== undefined && { testnet }),
  }
}
