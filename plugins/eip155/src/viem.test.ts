import { createWalletModal, type Network } from '@wallet-modal/kernel'
import { createPublicClient, defineChain, http } from 'viem'
import * as chains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import known from '../networks.json' with { type: 'json' }
import { eip155 } from './index.js'
import { toChain, toNetwork } from './viem.js'

const custom = defineChain({
  id: 987_654,
  name: 'Example Chain',
  nativeCurrency: { name: 'Example', symbol: 'EXM', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example.com'], webSocket: ['wss://rpc.example.com'] } },
})

describe('toNetwork', () => {
  it.each([
    [chains.mainnet, 'eip155:1', 'Ethereum', 'https://etherscan.io'],
    [chains.base, 'eip155:8453', 'Base', 'https://basescan.org'],
    [chains.arbitrum, 'eip155:42161', 'Arbitrum One', 'https://arbiscan.io'],
    [chains.sepolia, 'eip155:11155111', 'Sepolia', 'https://sepolia.etherscan.io'],
    [custom, 'eip155:987654', 'Example Chain', undefined],
  ] as const)("converts viem's $name", (chain, caipNetworkId, name, explorerUrl) => {
    expect(toNetwork(chain)).toEqual({
      ...{ caipNetworkId, namespace: 'eip155', reference: String(chain.id), name },
      nativeCurrency: chain.nativeCurrency,
      rpcUrls: chain.rpcUrls.default.http,
      ...(explorerUrl && { explorerUrl }),
      ...('testnet' in chain && { testnet: chain.testnet }),
    })
  })

  it('converts every chain of viem to a network that createWalletModal accepts', () => {
    const all = Object.values(chains).flatMap((chain) => ('rpcUrls' in chain ? [toNetwork(chain)] : []))
    // several names of viem stand for the same chain
    const networks = [...new Map(all.map((network) => [network.caipNetworkId, network])).values()]
    using modal = createWalletModal({ networks, plugins: [eip155()], logLevel: 'silent' })
    const accepted = modal.networks.peek().map(({ caipNetworkId }) => caipNetworkId)
    expect(accepted.length).toBeGreaterThan(500)
    expect(accepted).toEqual(networks.map(({ caipNetworkId }) => caipNetworkId))
  })

  it('leaves the chain unfrozen, although the modal freezes its networks', () => {
    using modal = createWalletModal({ networks: [toNetwork(custom)], plugins: [eip155()] })
    expect(Object.isFrozen(modal.networks.peek()[0]?.nativeCurrency)).toBe(true)
    expect([custom.nativeCurrency, custom.rpcUrls.default.http].map(Object.isFrozen)).toEqual([false, false])
  })

  it.each(known)('gives $name the id, coin and test flag of networks.json', (network: Network) => {
    const chain = Object.values(chains).find((one) => 'id' in one && String(one.id) === network.reference)
    if (!chain || !('rpcUrls' in chain)) throw new Error('viem does not have this chain')
    const { caipNetworkId, nativeCurrency, testnet } = toNetwork(chain)
    expect([caipNetworkId, nativeCurrency.decimals, testnet ?? false]).toEqual([
      ...[network.caipNetworkId, network.nativeCurrency.decimals, network.testnet ?? false],
    ])
  })
})

describe('toChain', () => {
  it.each([chains.mainnet, chains.base, chains.arbitrum, chains.sepolia])(
    "converts the network of viem's $name back to the same id, currency, URLs and explorer",
    (chain) => {
      const { id, name, nativeCurrency, rpcUrls, blockExplorers, testnet } = toChain(toNetwork(chain))
      expect({ id, name, nativeCurrency, rpcUrls }).toEqual({
        ...{ id: chain.id, name: chain.name, nativeCurrency: chain.nativeCurrency },
        rpcUrls: { default: { http: chain.rpcUrls.default.http } },
      })
      expect(blockExplorers?.default.url).toBe(chain.blockExplorers.default.url)
      expect(testnet).toBe('testnet' in chain ? chain.testnet : undefined)
    },
  )

  it('returns a chain that viem accepts, with the WebSocket URLs apart', () => {
    const network: Network = { ...toNetwork(custom), rpcUrls: ['wss://a.example', 'https://b.example'] }
    const { chain } = createPublicClient({ chain: toChain(network), transport: http() })
    expect(chain.rpcUrls.default).toEqual({ http: ['https://b.example'], webSocket: ['wss://a.example'] })
  })

  it.each(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:99999999999999999999'])('rejects %s', (caipNetworkId) => {
    const [namespace = '', reference = ''] = caipNetworkId.split(':')
    expect(() => toChain({ ...toNetwork(custom), caipNetworkId, namespace, reference })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(caipNetworkId) }),
    )
  })
})
