import { type Context, type DecodeContext, type SwapAction, WalletModalError } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { SwapContract, SwapRequest, SwapSource } from '@wallet-modal/swap/contract'
import { encodeFunctionData, erc20Abi, getAddress, zeroAddress } from 'viem'
import { decodeBridge } from './bridge-calls.js'
import { decodeLifi } from './calls.js'
import { createDestinations } from './destinations.js'
import { diamondOf } from './diamonds.js'
import { isContractAccount } from './receiving-account.js'
import { allowanceReply, quoteReply, tokensReply } from './replies.js'
import { BRIDGE } from './routes.js'
import { statusReply } from './status-reply.js'
import { wrappedCoinOf } from './wrapped-coins.js'

const TOKENS_FRESH_MS = 300_000
/** Parameters of bridge quotes: only Across, whose calls can be decoded, and no calls on the destination chain. */
const bridgeFilter = { allowBridges: BRIDGE, allowDestinationCall: false }

interface LifiConfiguration {
  readonly contracts: readonly SwapContract[]
  readonly wrappedCoins: readonly SwapContract[]
  readonly integrator: string | undefined
}

/** Chain id in a CAIP-2 or CAIP-19 id of an EVM network. */
const referenceOf = (caipId: string): string => /^eip155:(\d+)/.exec(caipId)?.[1] ?? ''

export interface Lifi extends Required<Pick<SwapSource, 'tokens' | 'quote' | 'allowance' | 'build' | 'bridgeOutcome'>> {
  /** Decodes a swap to another EVM network. `undefined` for all other calls. */
  decodeBridge(call: unknown, context: DecodeContext, signal?: AbortSignal): Promise<SwapAction | undefined>
}

/**
 * Throws `REFUSED` for an offer that pays the native coin instead of its wrapped token, or the reverse. The swap plugin's review of the call refuses
 * all other differences.
 */
function assertCoinForm(
  { receive, receiveNetwork }: SwapRequest,
  { receiveAtLeast }: SwapAction,
  wrappedCoins: readonly SwapContract[],
): void {
  const { caipNetworkId, reference, nativeCurrency } = receiveNetwork
  const wrapped = `${caipNetworkId}/erc20:${wrappedCoinOf(reference, wrappedCoins)}`.toLowerCase()
  const isWrapped = ({ assetId }: { readonly assetId: string }): boolean => assetId.toLowerCase() === wrapped
  const isCoin = ({ assetId }: { readonly assetId: string }): boolean => assetId === coinAssetId(receiveNetwork)
  const { symbol } = nativeCurrency
  const refuse = (form: string): never => {
    throw new WalletModalError(
      'REFUSED',
      `The bridge pays ${form} to this account. Choose ${form} as the token to receive.`,
    )
  }
  if (isWrapped(receive) && isCoin(receiveAtLeast)) refuse(symbol)
  if (isCoin(receive) && isWrapped(receiveAtLeast)) refuse(`wrapped ${symbol}`)
}

/** LI.FI's contract on a network, which spends the visitor's tokens. Throws `REFUSED` if there is none. */
function spenderOf(contracts: readonly SwapContract[], caipNetworkId: string): string {
  const diamond = diamondOf(contracts, caipNetworkId)
  if (diamond === undefined) throw new WalletModalError('REFUSED', `LI.FI does not support ${caipNetworkId}.`)
  return getAddress(diamond)
}

/** LI.FI's API, version 1. Amounts are base units; the native coin is the zero address. */
export function createLifi(ctx: Context, { contracts, wrappedCoins, integrator }: LifiConfiguration): Lifi {
  const { api } = ctx
  const service = api.service('lifi')
  const spenderOn = (caipNetworkId: string): string => spenderOf(contracts, caipNetworkId)
  const decodeBridgeCall: Lifi['decodeBridge'] = (call, context, signal) =>
    decodeBridge(call, context, contracts, createDestinations(ctx, wrappedCoins, signal))
  const quote = async (request: SwapRequest, signal: AbortSignal) => {
    const { network, receiveNetwork, account, pay, receive, amount, slippageBps } = request
    const { reference, caipNetworkId } = network
    const isBridge = receiveNetwork.caipNetworkId !== caipNetworkId
    const query = {
      ...{ fromChain: reference, toChain: receiveNetwork.reference, fromAddress: account, toAddress: account },
      ...{ fromToken: pay.address ?? zeroAddress, toToken: receive.address ?? zeroAddress },
      ...{ fromAmount: String(amount), slippage: String(slippageBps / 10_000), order: 'CHEAPEST' },
      // the review simulates the call; LI.FI cannot simulate it before the approval
      ...{ skipSimulation: true, integrator, ...(isBridge && bridgeFilter) },
    }
    const schema = quoteReply(spenderOn(caipNetworkId))
    const offer = await service.get('/v1/quote', { query, schema, okStatuses: [404], isAnonymous: true, signal })
    const context = { network, from: account }
    if (!offer) return offer
    const isContract = isBridge && (await isContractAccount(request, createDestinations(ctx, wrappedCoins, signal)))
    // reject a call that the review would refuse, so that the offer of another source is used
    const action = isBridge
      ? await decodeBridgeCall(offer.call, context, signal)
      : decodeLifi(offer.call, context, contracts)
    if (!action) throw new WalletModalError('REFUSED', 'LI.FI returned a call that cannot be decoded.')
    if (isBridge) assertCoinForm(request, action, wrappedCoins)
    return { ...offer, isContractAccount: isContract }
  }
  return {
    quote,
    decodeBridge: decodeBridgeCall,
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
        ...{ schema: statusReply(receive), okStatuses: [404], isAnonymous: true, signal },
      }),
    async build(request, signal) {
      const offer = await quote(request, signal)
      if (!offer) throw new WalletModalError('REFUSED', 'LI.FI no longer has a route for this swap.')
      return offer.call
    },
  }
}
