import { formatAmount, type RpcApi } from '@wallet-modal/kernel'
import { type InferOutput, object, optional, pipe, regex, string } from 'valibot'
import { hexToBigInt, hexToNumber, numberToHex } from 'viem'
import type { ApprovalFact } from '../../contract.js'
import type { WalletContext } from '../family.js'
import type { Signer } from './signer.js'

const hex = pipe(string(), regex(/^0x([\da-fA-F]{2})*$/))
const quantity = pipe(string(), regex(/^0x[\da-fA-F]{1,64}$/))

export const transactionSchema = object({
  from: optional(string()),
  to: optional(pipe(string(), regex(/^0x[\da-fA-F]{40}$/))),
  value: optional(quantity),
  data: optional(hex),
  /** Alias of `data`. */
  input: optional(hex),
  gas: optional(quantity),
  maxFeePerGas: optional(quantity),
  maxPriorityFeePerGas: optional(quantity),
  chainId: optional(quantity),
})
export type TransactionRequest = InferOutput<typeof transactionSchema>

/** Calldata, from `data` or `input`. */
export const dataOf = ({ data, input }: TransactionRequest): string => data ?? input ?? '0x'

const asHex = (text: string): `0x${string}` => (text.startsWith('0x') ? (text as `0x${string}`) : '0x')

/** Facts of a transaction: recipient or contract, amount in whole coins, and calldata. `symbol`: symbol of the native coin. */
export function factsOf(request: TransactionRequest, symbol: string, isTokenCall: boolean): readonly ApprovalFact[] {
  const value = hexToBigInt(asHex(request.value ?? '0x0'))
  const data = dataOf(request)
  const label = isTokenCall ? 'contract' : 'to'
  return [
    request.to ? { label, value: request.to, format: 'address' } : { label, value: '—' },
    ...(isTokenCall && value === 0n
      ? []
      : [{ label: 'value', value: `${formatAmount(value, 18)} ${symbol}` } as const]),
    ...(data.length > 2 ? [{ label: 'data', value: data, format: 'data' } as const] : []),
  ]
}

interface Sending {
  readonly signer: Signer
  readonly address: string
  readonly caipNetworkId: string
  readonly request: TransactionRequest
}

/** Reads the nonce, and missing fees and gas, from the node. Signs the transaction and sends it once. Resolves with the hash. */
export async function sendTransaction(
  ctx: WalletContext,
  { signer, address, caipNetworkId, request }: Sending,
): Promise<string> {
  const rpc: RpcApi = ctx.api.rpc(caipNetworkId)
  const read = (method: string, ...params: readonly unknown[]): Promise<string> =>
    rpc.read(method, params, { schema: quantity })
  const call = {
    from: address,
    ...(request.to ? { to: request.to } : {}),
    value: request.value ?? '0x0',
    data: dataOf(request),
  }
  const [nonce, tip, price, gas] = await Promise.all([
    read('eth_getTransactionCount', address, 'pending'),
    request.maxPriorityFeePerGas ?? read('eth_maxPriorityFeePerGas'),
    request.maxFeePerGas ?? read('eth_gasPrice'),
    request.gas ?? read('eth_estimateGas', call),
  ])
  const tipPerGas = hexToBigInt(asHex(tip))
  const pricePerGas = hexToBigInt(asHex(price))
  const maxFeePerGas = request.maxFeePerGas ? pricePerGas : pricePerGas * 2n + tipPerGas
  // the node's suggested tip can exceed the maximum fee that the site has set
  const isTipLimited = request.maxPriorityFeePerGas === undefined && tipPerGas > maxFeePerGas
  const raw = await signer.signTransaction(address, {
    type: 'eip1559',
    chainId: Number(caipNetworkId.slice('eip155:'.length)),
    nonce: hexToNumber(asHex(nonce)),
    maxPriorityFeePerGas: isTipLimited ? maxFeePerGas : tipPerGas,
    maxFeePerGas,
    gas: hexToBigInt(asHex(gas)),
    value: hexToBigInt(asHex(request.value ?? numberToHex(0))),
    data: asHex(dataOf(request)),
    ...(request.to ? { to: asHex(request.to) } : {}),
  })
  return rpc.write('eth_sendRawTransaction', [raw], { schema: string() })
}
