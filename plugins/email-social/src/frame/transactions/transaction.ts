import * as v from 'valibot'
import { hexToBigInt, numberToHex, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { type FrameChain, FrameError } from '../gateway.js'

const hex = v.pipe(v.string(), v.regex(/^0x([\da-fA-F]{2})*$/))
const quantity = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{1,64}$/))
const address = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))

const request = v.strictObject({
  from: v.optional(address),
  to: v.optional(address),
  value: v.optional(quantity),
  data: v.optional(hex),
  /** Alias of `data`. */
  input: v.optional(hex),
  gas: v.optional(quantity),
  gasLimit: v.optional(quantity),
  gasPrice: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
  nonce: v.optional(quantity),
  chainId: v.optional(quantity),
  type: v.optional(v.picklist(['0x0', '0x2'])),
})

/** Sends a JSON-RPC request to a chain through the gateway. */
export type ReadChain = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Transaction to sign. `nonce` is absent if the site has chosen none: then the nonce of {@link readNonce} is used. */
export type Transaction = TransactionSerializableEIP1559 & { readonly gas: bigint; readonly maxFeePerGas: bigint }

const asHex = (text: string): `0x${string}` => `0x${text.slice(2)}`
const badParams = (message: string): FrameError => new FrameError(-32_602, message)

/**
 * Builds the transaction to sign from the parameters of `eth_sendTransaction`. Reads gas and fees from the chain if the site sets none. Rejects with
 * -32602 for invalid and unsupported fields, such as access lists, and with 4100 for another account.
 */
export async function buildTransaction(
  params: unknown,
  { account, chain, read }: { readonly account: string; readonly chain: FrameChain; readonly read: ReadChain },
): Promise<Transaction> {
  const parsed = v.safeParse(v.strictTuple([request]), params)
  if (!parsed.success) throw badParams('The transaction has an invalid or unknown field.')
  const [fields] = parsed.output
  if (fields.from !== undefined && fields.from.toLowerCase() !== account.toLowerCase())
    throw new FrameError(4100, 'The transaction is for another account.')
  if (fields.chainId !== undefined && BigInt(fields.chainId) !== BigInt(chain.chainId))
    throw badParams('The wallet is on another chain.')
  if (fields.data !== undefined && fields.input !== undefined && fields.data !== fields.input)
    throw badParams('"data" and "input" differ.')
  const data = asHex(fields.data ?? fields.input ?? '0x')
  // a smart account would execute the data as a batch, which the approval does not display
  if (fields.to?.toLowerCase() === account.toLowerCase() && data !== '0x')
    throw badParams('This wallet makes no calls with data to its own account.')
  const value = fields.value ?? '0x0'
  const number = async (method: string, ...args: readonly unknown[]): Promise<bigint> =>
    hexToBigInt(asHex(v.parse(quantity, await read(method, args))))
  const call = {
    from: account,
    ...(fields.to !== undefined && { to: fields.to }),
    value: numberToHex(BigInt(value)),
    data,
  }
  const requestedFee = fields.maxFeePerGas ?? fields.gasPrice
  const [tip, price, gas] = await Promise.all([
    fields.maxPriorityFeePerGas === undefined
      ? number('eth_maxPriorityFeePerGas')
      : BigInt(fields.maxPriorityFeePerGas),
    requestedFee === undefined ? number('eth_gasPrice') : BigInt(requestedFee),
    (fields.gas ?? fields.gasLimit) === undefined
      ? number('eth_estimateGas', call)
      : BigInt(fields.gas ?? fields.gasLimit ?? 0),
  ])
  const maxFeePerGas = requestedFee === undefined ? price * 2n + tip : price
  return {
    type: 'eip1559',
    chainId: chain.chainId,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas,
    value: BigInt(value),
    data,
    ...(fields.nonce !== undefined && { nonce: Number(BigInt(fields.nonce)) }),
    ...(fields.to !== undefined && { to: asHex(fields.to) }),
  }
}

/** Next nonce of an account. Read it after the approval: during the approval, another tab or device may send a transaction. */
export async function readNonce(read: ReadChain, account: string): Promise<number> {
  return Number(v.parse(quantity, await read('eth_getTransactionCount', [account, 'pending'])))
}

/** Nonce that the site has chosen (decimal), for display: the transaction may replace a pending transaction with this nonce. `undefined` for none. */
export function requestedNonce(params: unknown): string | undefined {
  const parsed = v.safeParse(v.strictTuple([request]), params)
  const nonce = parsed.success ? parsed.output[0].nonce : undefined
  return nonce && BigInt(nonce).toString()
}

export const serialize = serializeTransaction
