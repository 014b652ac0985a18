import type { DecodeContext, SwapAction } from '@wallet-modal/kernel'
import { coinAssetId, isSameAddress } from '@wallet-modal/kernel/assets'
import type { SwapContract } from '@wallet-modal/swap/contract'
import { decodeFunctionData, encodeFunctionData, getAddress, isAddress, isHex, parseAbi, zeroAddress } from 'viem'
import { diamondOf } from './diamonds.js'

export const swapData =
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }'
const parameters = 'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minimum'

/** Swaps on one chain by LI.FI's `GenericSwapFacetV3`, and by the older `GenericSwapFacet`. */
const diamondAbi = parseAbi([
  swapData,
  `function swapTokensGeneric(${parameters}, SwapData[] swaps) payable`,
  `function swapTokensSingleV3ERC20ToERC20(${parameters}, SwapData swap)`,
  `function swapTokensSingleV3ERC20ToNative(${parameters}, SwapData swap)`,
  `function swapTokensSingleV3NativeToERC20(${parameters}, SwapData swap) payable`,
  `function swapTokensMultipleV3ERC20ToERC20(${parameters}, SwapData[] swaps)`,
  `function swapTokensMultipleV3ERC20ToNative(${parameters}, SwapData[] swaps)`,
  `function swapTokensMultipleV3NativeToERC20(${parameters}, SwapData[] swaps) payable`,
])

interface Terms {
  /** Token address; `undefined` for the native coin, as in `receive`. */
  readonly pay: string | undefined
  /** Input in base units of `pay`. */
  readonly amount: bigint
  readonly receive: string | undefined
  /** Minimum output in base units of `receive`. */
  readonly minimum: bigint
  readonly receiver: string
}

export interface Call {
  readonly to: string
  readonly data: `0x${string}`
  readonly value: bigint
}

export function readCall(call: unknown): Call | undefined {
  const { to, data, value = 0n }: Readonly<Record<string, unknown>> = Object(call)
  const isCall = typeof to === 'string' && isAddress(to, { strict: false }) && isHex(data) && typeof value === 'bigint'
  return isCall ? { to: getAddress(to), data, value } : undefined
}

export const tokenOf = (address: string): string | undefined => (address === zeroAddress ? undefined : address)

/** Whether the assets match the function: its name says whether the native coin is paid or received. */
function matchesAssets(functionName: string, pay: string | undefined, receive: string | undefined): boolean {
  if (functionName === 'swapTokensGeneric') return true
  const sides = `${pay === undefined ? 'Native' : 'ERC20'}To${receive === undefined ? 'Native' : 'ERC20'}`
  return functionName.endsWith(`V3${sides}`)
}

interface SwapData {
  readonly sendingAssetId: string
  readonly fromAmount: bigint
  readonly requiresDeposit: boolean
}

/** Total input of all swaps; `undefined` if the swaps take more than one token, or more of the native coin than the call's value. */
export function depositOf(
  swaps: readonly SwapData[],
  value: bigint,
): { readonly pay: string | undefined; readonly amount: bigint } | undefined {
  const [first] = swaps
  if (!first) return undefined
  const pay = tokenOf(first.sendingAssetId)
  const deposits = swaps.filter((one) => one.requiresDeposit)
  // the review would not display a second input token
  if (deposits.some((one) => one.sendingAssetId !== first.sendingAssetId)) return undefined
  const deposited = deposits.reduce((sum, one) => sum + one.fromAmount, 0n)
  if (pay === undefined && deposited > value) return undefined
  return { pay, amount: pay === undefined ? value : deposited }
}

/**
 * Input, minimum output and receiver of a call. LI.FI's contract enforces the minimum for the result of all inner swaps together. `undefined` if the
 * call contradicts itself or pays with several tokens. Throws for calls of other functions.
 */
function readTerms({ data, value }: Call): Terms | undefined {
  const decoded = decodeFunctionData({ abi: diamondAbi, data })
  // rejects non-canonical bytes, which another decoder may read differently
  if (encodeFunctionData({ abi: diamondAbi, ...decoded }) !== data.toLowerCase()) return undefined
  const [, , , receiver, minimum, swapArgument] = decoded.args
  const swaps = 'callTo' in swapArgument ? [{ ...swapArgument, requiresDeposit: true }] : swapArgument
  const [first, last] = [swaps[0], swaps.at(-1)]
  if (!first || !last || receiver === zeroAddress) return undefined
  const [pay, receive] = [tokenOf(first.sendingAssetId), tokenOf(last.receivingAssetId)]
  if (!matchesAssets(decoded.functionName, pay, receive)) return undefined
  const deposit = depositOf(swaps, value)
  return deposit && { ...deposit, receive, minimum, receiver }
}

function tryTerms(call: Call): Terms | undefined {
  try {
    return readTerms(call)
  } catch {
    return undefined // another function
  }
}

/** Decodes a swap from a call of LI.FI's contract on this network. `undefined` for all other calls. */
export function decodeLifi(
  undecoded: unknown,
  { network }: DecodeContext,
  contracts: readonly SwapContract[],
): SwapAction | undefined {
  const call = readCall(undecoded)
  const { caipNetworkId } = network
  const diamond = diamondOf(contracts, caipNetworkId)
  if (!call || diamond === undefined || !isSameAddress(call.to, diamond)) return undefined
  const terms = tryTerms(call)
  // the call has a value if and only if the native coin is paid
  if (!terms || call.value !== (terms.pay === undefined ? terms.amount : 0n)) return undefined
  const idOf = (token: string | undefined): string =>
    token === undefined ? coinAssetId(network) : `${caipNetworkId}/erc20:${token}`
  return {
    type: 'swap',
    pay: { assetId: idOf(terms.pay), amount: terms.amount },
    receiveAtLeast: { assetId: idOf(terms.receive), amount: terms.minimum },
    receiver: terms.receiver,
    target: call.to,
  }
}
