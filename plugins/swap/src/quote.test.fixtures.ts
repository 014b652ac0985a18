import { createFakeConnection, createFakeNetwork } from '@wallet-modal/kernel/testing'
import type { AccountToken } from '@wallet-modal/kernel/transactions'
import type { SwapRequest, SwapSource } from './contract.js'
import type { Quote } from './quotes/quotes.js'

const ethereum = createFakeNetwork('eip155:1')

/** Token on Ethereum with this address; without an address, the coin. `changes` replaces fields. */
export const tokenOf = (address?: string, changes: Partial<AccountToken> = {}): AccountToken => ({
  ...{ assetId: address === undefined ? 'eip155:1/slip44:60' : `eip155:1/erc20:${address}`, caipNetworkId: 'eip155:1' },
  ...(address !== undefined && { address }),
  ...{ name: 'Gold', symbol: 'GLD', decimals: 6, amount: undefined },
  ...changes,
})

/** Request to swap 5 base units of the coin on Ethereum. `changes` replaces fields. */
export const requestOf = (changes: Partial<SwapRequest> = {}): SwapRequest => ({
  ...{ network: ethereum, receiveNetwork: ethereum, account: `0x${'1'.repeat(40)}` },
  ...{ pay: tokenOf(), receive: tokenOf(`0x${'2'.repeat(40)}`), amount: 5n, slippageBps: 100 },
  ...changes,
})

/** Source without tokens and quotes. `changes` replaces members. */
export const sourceOf = (changes: Partial<SwapSource> = {}): SwapSource => ({
  ...{ name: 'source', feeBps: 0, supports: () => true, tokens: async () => [], quote: async () => undefined },
  build: async () => ({ family: 'eip155', to: '0x', data: '0x', value: 0n }),
  ...changes,
})

/** Quote of one base unit for a request. `changes` replaces fields. */
export function quoteOf(request: SwapRequest = requestOf(), changes: Partial<Quote> = {}): Quote {
  const { network } = request
  const { source = sourceOf() } = changes
  const connection = createFakeConnection({ network, account: { address: request.account, type: 'eoa' } })
  return {
    ...{ key: 'key', request, context: { connection, network, sources: [source], key: 'key' }, source },
    ...{ receiveAmount: 1n, minimum: 1n, feeBps: 0, estimatedSeconds: undefined, isContractAccount: false },
    ...{ call: undefined, offers: [], quotedAt: 0 },
    ...changes,
  }
}
