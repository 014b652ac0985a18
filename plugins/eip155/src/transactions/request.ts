import { type Action, type BuiltTransaction, type UndecodedCall, WalletModalError } from '@wallet-modal/kernel'
import { type Address, type Hex, hexToBigInt, numberToHex } from 'viem'
import { toChecksum } from '../address.js'
import { toHexChainId } from '../wallets/provider.js'
import type { Call } from './call.js'
import type { Costs } from './costs.js'
import { nameOf, readCall } from './decode-call.js'

/** Call in JSON-RPC form: quantities as hex. */
export interface RpcCall {
  readonly to: Address
  readonly value: Hex
  readonly data: Hex
}

/** Parameter of `eth_sendTransaction`. */
export interface RpcTransaction extends RpcCall {
  readonly from: Address
  readonly chainId: Hex
  readonly gas: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
  readonly gasPrice?: Hex
}

/** Parameter of `wallet_sendCalls` (EIP-5792). */
export interface RpcBatch {
  readonly version: '2.0.0'
  readonly from: Address
  readonly chainId: Hex
  readonly atomicRequired: boolean
  readonly calls: readonly RpcCall[]
}

/** Contents of a request, decoded for the review. */
export type RequestContent = Pick<BuiltTransaction, 'from' | 'caipNetworkId' | 'contents' | 'fee' | 'call' | 'payload'>

const toRpcCall = ({ to, value, data }: Call): RpcCall => Object.freeze({ to, value: numberToHex(value), data })
const fromRpcCall = ({ to, value, data }: RpcCall): Call => ({ to, value: hexToBigInt(value), data })

export function toTransaction(from: Address, reference: string, { call, gas, price }: Costs): RpcTransaction {
  return Object.freeze({
    from,
    ...toRpcCall(call),
    chainId: toHexChainId(reference),
    gas: numberToHex(gas),
    ...('gasPrice' in price
      ? { gasPrice: numberToHex(price.gasPrice) }
      : {
          maxFeePerGas: numberToHex(price.maxFeePerGas),
          maxPriorityFeePerGas: numberToHex(price.maxPriorityFeePerGas),
        }),
  })
}

export const toBatch = (from: Address, reference: string, calls: readonly Call[]): RpcBatch =>
  Object.freeze({
    version: '2.0.0',
    from,
    chainId: toHexChainId(reference),
    // a single call is atomic anyway, and more wallets support it without the requirement
    atomicRequired: calls.length > 1,
    calls: Object.freeze(calls.map(toRpcCall)),
  })

/** One line for each field. Does not use `JSON`, because a script in the page may have replaced it. */
const fieldsToText = (request: object): string =>
  Object.entries(request)
    .map(([field, value]) => `${field}: ${value}`)
    .join('\n')

export const transactionToText = (request: RpcTransaction): string => fieldsToText(request)

export const batchToText = ({ calls, ...request }: RpcBatch): string =>
  [fieldsToText(request), ...calls.map((call, at) => `call ${at + 1}\n${fieldsToText(call)}`)].join('\n')

function contentOf(from: Hex, chainId: Hex, calls: readonly RpcCall[]) {
  const caipNetworkId = `eip155:${BigInt(chainId)}`
  const sender = toChecksum(from)
  const parsedCalls = calls.map(fromRpcCall)
  const contents: readonly (Action | UndecodedCall)[] = parsedCalls.map((call) => readCall(call, sender, caipNetworkId))
  return { from: sender, caipNetworkId, contents, call: parsedCalls.map(nameOf).join(', ') }
}

/** Decodes the parameter of `eth_sendTransaction`. `l1Fee`: fee that a rollup charges in addition to gas, in wei. */
export function readTransaction(request: RpcTransaction, l1Fee = 0n): RequestContent {
  const perGas = request.gasPrice ?? request.maxFeePerGas
  if (perGas === undefined) throw new WalletModalError('INVALID_DATA', 'The transaction has no gas price.')
  return {
    ...contentOf(request.from, request.chainId, [request]),
    fee: BigInt(request.gas) * BigInt(perGas) + l1Fee,
    payload: transactionToText(request),
  }
}

/** Decodes the parameter of `wallet_sendCalls`. The wallet sets the fee. */
export const readBatch = (request: RpcBatch): RequestContent => ({
  ...contentOf(request.from, request.chainId, request.calls),
  fee: 'setByWallet',
  payload: batchToText(request),
})
