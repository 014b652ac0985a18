import type { DecodeContext, Network, SwapAction } from '@wallet-modal/kernel'
import { coinAssetId, isSameAddress } from '@wallet-modal/kernel/assets'
import type { SwapContract } from '@wallet-modal/swap/contract'
import { decodeFunctionData, encodeFunctionData, getAddress, type Hex, padHex, parseAbi } from 'viem'
import { type Call, depositOf, readCall, swapData, tokenOf } from './calls.js'
import { diamondOf } from './diamonds.js'
import { wrappedCoinOf } from './wrapped-coins.js'

/** LI.FI's `AcrossFacetV4` (`lifinance/contracts`, 1.0.0), with and without swaps before the bridge. */
const bridgeAbi = parseAbi([
  swapData,
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct AcrossData { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(BridgeData bridge, AcrossData across) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridge, SwapData[] swaps, AcrossData across) payable',
])
/** Divisor: the contract multiplies the output of the swaps by `outputAmountMultiplier` and divides by this number. */
const MULTIPLIER_BASE = 10n ** 18n
/** First bytes of the code of an account that delegates to a contract (EIP-7702). */
export const DELEGATION = '0xef0100'

const wordOf = (address: Hex): Hex => padHex(address, { size: 32 }).toLowerCase() as Hex
/**
 * Address in a 32-byte word: its last 20 bytes, after 12 zero bytes. `undefined` for other words, and for the zero address, which lets relayers of
 * Across choose the token.
 */
const addressOf = (word: Hex): Hex | undefined =>
  /^0x0{24}/.test(word) && !/^0x0{64}$/.test(word) ? getAddress(`0x${word.slice(26)}`) : undefined

interface Terms {
  /** Token address; `undefined` for the native coin. */
  readonly pay: string | undefined
  /** Input in base units of `pay`. */
  readonly amount: bigint
  /** Id of the destination chain. */
  readonly chainId: bigint
  /** Address of the token that the bridge pays out. */
  readonly receive: string
  /** Minimum output in base units of `receive`. */
  readonly minimum: bigint
  readonly receiver: string
}

/**
 * Terms of a bridge call: input, and minimum output on the destination chain. `undefined` if the call contradicts itself, pays with several tokens,
 * calls a contract on the destination chain, or refunds another account than `from`. Throws for calls of other functions.
 */
function readTerms({ data, value }: Call, from: string): Terms | undefined {
  const decoded = decodeFunctionData({ abi: bridgeAbi, data })
  // rejects non-canonical bytes, which another decoder may read differently
  if (encodeFunctionData({ abi: bridgeAbi, ...decoded }) !== data.toLowerCase()) return undefined
  const { args } = decoded
  const [bridge, swaps, across] = args.length === 3 ? args : ([args[0], undefined, args[1]] as const)
  const { sendingAssetId, receiver, minAmount, destinationChainId: chainId } = bridge
  const isPlain = !bridge.hasDestinationCall && across.message === '0x' && bridge.hasSourceSwaps === !!swaps
  const isOwn = across.receiverAddress === wordOf(receiver) && across.refundAddress === wordOf(getAddress(from))
  const bridgedToken = tokenOf(sendingAssetId)
  const isSameToken = bridgedToken === undefined || across.sendingAssetId === wordOf(sendingAssetId)
  const receive = addressOf(across.receivingAssetId)
  if (!isPlain || !isOwn || !isSameToken || receive === undefined) return undefined
  const arrival = { chainId, receive, receiver }
  if (!swaps) return { ...arrival, pay: bridgedToken, amount: minAmount, minimum: across.outputAmount }
  const deposit = depositOf(swaps, value)
  if (!deposit || tokenOf(swaps.at(-1)?.receivingAssetId ?? '') !== bridgedToken) return undefined
  return { ...arrival, ...deposit, minimum: (minAmount * across.outputAmountMultiplier) / MULTIPLIER_BASE }
}

function tryTerms(...parameters: Parameters<typeof readTerms>): Terms | undefined {
  try {
    return readTerms(...parameters)
  } catch {
    return undefined // another function
  }
}

/** Data for the check of a bridge call: the networks of the site, and readers of the destination chain. */
export interface Destinations {
  /** Networks of the site. */
  readonly networks: readonly Network[]
  /** Wrapped coins that the site sets: see `wrappedCoinOf`. */
  readonly wrappedCoins?: readonly SwapContract[]
  /** Code of an account on a network, in hex; `0x` for none. */
  codeAt(caipNetworkId: string, address: string): Promise<Hex>
}

/**
 * CAIP-19 id of the asset that the bridge pays out. If the token is the wrapped coin, Across pays the wrapped coin to contracts, but the native coin
 * to accounts without code. `undefined` if the asset cannot be known, for example for an account with a delegation (EIP-7702), which the contracts of
 * Across treat differently. Rejects if the receiver's code cannot be read.
 */
async function arrivalOf(
  { chainId, receive, receiver }: Terms,
  { networks, wrappedCoins, codeAt }: Destinations,
): Promise<string | undefined> {
  const caipNetworkId = `eip155:${chainId}`
  const wrapped = wrappedCoinOf(String(chainId), wrappedCoins)
  if (wrapped === undefined) return undefined
  const token = `${caipNetworkId}/erc20:${receive}`
  if (!isSameAddress(wrapped, receive)) return token
  const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
  const code = (await codeAt(caipNetworkId, receiver)).toLowerCase()
  if (!network || code.startsWith(DELEGATION)) return undefined
  return code === '0x' ? coinAssetId(network) : token
}

/**
 * Decodes a swap to another EVM chain from a call of LI.FI's contract on this network. The CAIP-19 id of the output asset contains the destination
 * network. `undefined` for all other calls, and if the asset that the bridge pays out cannot be known. Rejects if the receiver's code cannot be read.
 */
export async function decodeBridge(
  undecoded: unknown,
  { network, from }: DecodeContext,
  contracts: readonly SwapContract[],
  destinations: Destinations,
): Promise<SwapAction | undefined> {
  const call = readCall(undecoded)
  const { caipNetworkId, reference } = network
  const diamond = diamondOf(contracts, caipNetworkId)
  if (!call || diamond === undefined || !isSameAddress(call.to, diamond)) return undefined
  const terms = tryTerms(call, from)
  // the call has a value if and only if the native coin is paid
  if (!terms || call.value !== (terms.pay === undefined ? terms.amount : 0n)) return undefined
  if (String(terms.chainId) === reference || terms.minimum === 0n || terms.amount === 0n) return undefined
  const assetId = await arrivalOf(terms, destinations)
  if (assetId === undefined) return undefined
  const pay = terms.pay === undefined ? coinAssetId(network) : `${caipNetworkId}/erc20:${terms.pay}`
  return {
    type: 'swap',
    pay: { assetId: pay, amount: terms.amount },
    receiveAtLeast: { assetId, amount: terms.minimum },
    receiver: terms.receiver,
    target: call.to,
  }
}
