import { type Context, WalletModalError } from '@wallet-modal/kernel'
import type { SwapContract, SwapRequest, SwapSource } from '@wallet-modal/swap/contract'
import { encodeFunctionData, erc20Abi, getAddress, zeroAddress } from 'viem'
import { decodeLifi } from './calls.js'
import { diamondOf } from './diamonds.js'
import { allowanceReply, quoteReply, tokensReply } from './replies.js'

const TOKENS_FRESH_MS = 300_000

interface LifiPlan {
  readonly contracts: readonly SwapContract[]
  readonly integrator: string | undefined
}

/** LI.FI's API, version 1. Amounts are base units; the coin is the zero address. */
export function createLifi(
  { api }: Context,
  { contracts, integrator }: LifiPlan,
): Required<Pick<SwapSource, 'tokens' | 'quote' | 'allowance' | 'build'>> {
  const service = api.service('lifi')
  const spenderOn = (caipNetworkId: string): string => {
    const diamond = diamondOf(contracts, caipNetworkId)
    if (diamond === undefined) throw new WalletModalError('REFUSED', `LI.FI is not known on ${caipNetworkId}.`)
    return getAddress(diamond)
  }
  const quote = async ({ network, account, pay, receive, amount, slippageBps }: SwapRequest, signal: AbortSignal) => {
    const { reference, caipNetworkId } = network
    const query = {
      ...{ fromChain: reference, toChain: reference, fromAddress: account, toAddress: account },
      ...{ fromToken: pay.address ?? zeroAddress, toToken: receive.address ?? zeroAddress },
      ...{ fromAmount: String(amount), slippage: String(slippageBps / 10_000), order: 'CHEAPEST' },
      // the review simulates the call itself; LI.FI cannot before the approval
      ...{ skipSimulation: true, integrator },
    }
    const schema = quoteReply(spenderOn(caipNetworkId))
    const offer = await service.get('/v1/quote', { query, schema, answers: [404], isAnonymous: true, signal })
    // it would be refused in the review, while another source may have an offer
    if (offer && !decodeLifi(offer.call, { network, from: account }, contracts))
      throw new WalletModalError('REFUSED', 'LI.FI sent a call that cannot be read here.')
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
    async build(request, signal) {
      const offer = await quote(request, signal)
      if (!offer) throw new WalletModalError('REFUSED', 'LI.FI has no route for this swap any more.')
      return offer.call
    },
  }
}
