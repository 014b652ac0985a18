import { type Context, WalletModalError } from '@wallet-modal/kernel'
import type { SwapContract, SwapRequest, SwapSource } from '@wallet-modal/swap/contract'
import { encodeFunctionData, erc20Abi, getAddress, zeroAddress } from 'viem'
import { decodeBridge } from './bridge-calls.js'
import { decodeLifi } from './calls.js'
import { diamondOf } from './diamonds.js'
import { allowanceReply, quoteReply, tokensReply } from './replies.js'
import { statusReply } from './status-reply.js'

const TOKENS_FRESH_MS = 300_000
/** Bridges whose calls can be decoded and that make no calls on the destination chain, by LI.FI's name. */
const readable = { allowBridges: 'across', allowDestinationCall: false }

interface LifiPlan {
  readonly contracts: readonly SwapContract[]
  readonly wrappedCoins: readonly SwapContract[]
  readonly integrator: string | undefined
}

/** Chain id in a CAIP-2 or CAIP-19 id of an EVM network. */
const referenceOf = (caipId: string): string => /^eip155:(\d+)/.exec(caipId)?.[1] ?? ''

/** LI.FI's API, version 1. Amounts are base units; the native coin is the zero address. */
export function createLifi(
  { api }: Context,
  { contracts, wrappedCoins, integrator }: LifiPlan,
): Required<Pick<SwapSource, 'tokens' | 'quote' | 'allowance' | 'build' | 'bridgeOutcome'>> {
  const service = api.service('lifi')
  const spenderOn = (caipNetworkId: string): string => {
    const diamond = diamondOf(contracts, caipNetworkId)
    if (diamond === undefined) throw new WalletModalError('REFUSED', `LI.FI does not support ${caipNetworkId}.`)
    return getAddress(diamond)
  }
  const quote = async (request: SwapRequest, signal: AbortSignal) => {
    const { network, receiveNetwork, account, pay, receive, amount, slippageBps } = request
    const { reference, caipNetworkId } = network
    const isBridge = receiveNetwork.caipNetworkId !== caipNetworkId
    const query = {
      ...{ fromChain: reference, toChain: receiveNetwork.reference, fromAddress: account, toAddress: account },
      ...{ fromToken: pay.address ?? zeroAddress, toToken: receive.address ?? zeroAddress },
      ...{ fromAmount: String(amount), slippage: String(slippageBps / 10_000), order: 'CHEAPEST' },
      // the review simulates the call itself; LI.FI cannot simulate it before the approval
      ...{ skipSimulation: true, integrator, ...(isBridge && readable) },
    }
    const schema = quoteReply(spenderOn(caipNetworkId))
    const offer = await service.get('/v1/quote', { query, schema, answers: [404], isAnonymous: true, signal })
    // the review would refuse it, while another source may have a valid offer
    const context = { network, from: account }
    const read = (call: unknown) =>
      isBridge ? decodeBridge(call, context, contracts, wrappedCoins) : decodeLifi(call, context, contracts)
    if (offer && !read(offer.call))
      throw new WalletModalError('REFUSED', 'LI.FI returned a call that cannot be decoded.')
    return offer
  }
  return {
    quote,
    tokens: (network, signal) =>
      service.get('/v1/tokens', {
        ...{ query: { chains: network.reference }, schema: tokensReply(network) },
        ...{ isAnonymous: true, staleMs: TOKENS_FRESH_MS, signal },
      }),
    async allowance({ network: { caipNetworkId }, account, pay }, signal) {
      const spender = spenderOn(caipNetworkId)
      const args = [getAddress(account), getAddress(spender)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
      const call = [{ to: pay.address, data }, 'latest']
      const amount = await api.rpc(caipNetworkId).read('eth_call', call, { schema: allowanceReply, signal })
      return { amount, spender }
    },
    bridgeOutcome: ({ hash, from, receive }, signal) =>
      service.get('/v1/status', {
        ...{ query: { txHash: hash, fromChain: referenceOf(from), toChain: referenceOf(receive) } },
        ...{ schema: statusReply(receive), answers: [404], isAnonymous: true, signal },
      }),
    async build(request, signal) {
      const offer = await quote(request, signal)
      if (!offer) throw new WalletModalError('REFUSED', 'LI.FI no longer has a route for this swap.')
      return offer.call
    },
  }
}
