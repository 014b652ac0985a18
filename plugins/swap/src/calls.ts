import type { DecodeContext, SwapAction } from '@wallet-modal/kernel'
import { coinAssetId, isSameAddress } from '@wallet-modal/kernel/assets'
import { decodeFunctionData, encodeFunctionData, erc20Abi, getAddress, isAddress, isHex, parseAbi } from 'viem'
import type { EvmSwapCall, SwapContract } from './contract.js'

// routers use either address for the native coin
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const ZERO = '0x0000000000000000000000000000000000000000'

/** Functions of Uniswap V2's router, which other exchanges use too, and the generic swap of 1inch's AggregationRouterV6. */
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data) payable',
])
/** Bit of 1inch's `flags`: the contract may swap only a part of `amount`. */
const PARTIAL_FILL = 1n

/** Calldata of an approval of exactly this amount. */
export const encodeApproval = (spender: string, amount: bigint): `0x${string}` =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [getAddress(spender), amount] })

/** Spender in approval calldata; `undefined` for any other call, including an approval with trailing bytes. */
export function readApproval(data: `0x${string}`): string | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'approve' || encodeApproval(...args) !== data.toLowerCase()) return undefined
    return args[0]
  } catch {
    return undefined // the ABI does not contain the called function, or its arguments are malformed
  }
}

type Call = Omit<EvmSwapCall, 'family'>

function readCall(call: unknown): Call | undefined {
  const { to, data, value = 0n }: Readonly<Record<string, unknown>> = Object(call)
  const isCall = typeof to === 'string' && isAddress(to, { strict: false }) && isHex(data) && typeof value === 'bigint'
  return isCall ? { to: getAddress(to), data, value } : undefined
}

interface Terms {
  /** Address of the token to pay; `undefined` for the native coin. */
  readonly pay: string | undefined
  /** Input in base units of `pay`. */
  readonly amount: bigint
  /** Address of the token to receive; `undefined` for the native coin. */
  readonly receive: string | undefined
  /** Minimum output in base units of `receive`. */
  readonly minimum: bigint
  readonly receiver: string
}

const tokenOf = (address: string): string | undefined =>
  [COIN, ZERO].includes(address.toLowerCase()) ? undefined : address

function readTerms(call: Call): Terms | undefined {
  try {
    return decodeTerms(call)
  } catch {
    return undefined // the ABI does not contain the called function, or its arguments are malformed
  }
}

/**
 * Decodes input, minimum output and receiver. `undefined` for a call that allows a partial swap or names no receiver. Throws for other functions and
 * for malformed arguments.
 */
function decodeTerms({ data, value }: Call): Terms | undefined {
  const decoded = decodeFunctionData({ abi: routerAbi, data })
  if (decoded.functionName === 'swap') {
    const [, { srcToken, dstToken, dstReceiver, amount, minReturnAmount, flags }] = decoded.args
    if ((flags & PARTIAL_FILL) !== 0n || dstReceiver === ZERO) return undefined
    const sides = { pay: tokenOf(srcToken), receive: tokenOf(dstToken) }
    return { ...sides, amount, minimum: minReturnAmount, receiver: dstReceiver }
  }
  if (encodeFunctionData({ abi: routerAbi, ...decoded }) !== data.toLowerCase()) return undefined
  if (decoded.functionName === 'swapExactETHForTokens') {
    const [minimum, path, receiver] = decoded.args
    return { pay: undefined, amount: value, receive: path.at(-1), minimum, receiver }
  }
  const [amount, minimum, path, receiver] = decoded.args
  const isToCoin = decoded.functionName === 'swapExactTokensForETH'
  return { pay: path[0], amount, receive: isToCoin ? undefined : path.at(-1), minimum, receiver }
}

/** Decodes a swap from a call to an allowed contract. `undefined` for all other calls. */
export function decodeSwap(
  untrustedCall: unknown,
  { network }: DecodeContext,
  contracts: readonly SwapContract[],
): SwapAction | undefined {
  const call = readCall(untrustedCall)
  const { caipNetworkId } = network
  if (!call || !isAllowed(contracts, caipNetworkId, call.to)) return undefined
  const terms = readTerms(call)
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

/** Whether swaps may call this contract, and approve tokens for it. */
export const isAllowed = (contracts: readonly SwapContract[], caipNetworkId: string, address: string): boolean =>
  contracts.some((one) => one.caipNetworkId === caipNetworkId && isSameAddress(one.address, address))
