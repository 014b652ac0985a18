import { type SendReview, WalletModalError } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { toChecksum } from '../address.js'
import { toHexChainId } from '../provider.js'
import { decodeTransfer, encodeTransfer, TRANSFER_SIGNATURE, toHex } from './abi.js'
import type { GasPrice } from './fees.js'

/** What `eth_sendTransaction` is called with. All numbers are hex, as JSON-RPC writes them. */
export interface TransactionRequest {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly data: string
  readonly chainId: string
  readonly gas: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
  readonly gasPrice?: string
}

export interface Payment {
  readonly from: string
  readonly receiver: string
  readonly amount: bigint
  /** The token's contract; absent for the coin. */
  readonly contract: string | undefined
}

/** Where a payment goes on the chain: to the receiver, or to the token's contract with the receiver in the call. */
export const toCall = ({ receiver, amount, contract }: Payment): Pick<TransactionRequest, 'to' | 'value' | 'data'> =>
  contract === undefined
    ? { to: receiver, value: toHex(amount), data: '0x' }
    : { to: contract, value: '0x0', data: encodeTransfer(receiver, amount) }

export function toRequest(payment: Payment, reference: string, gas: bigint, price: GasPrice): TransactionRequest {
  return Object.freeze({
    from: payment.from,
    ...toCall(payment),
    chainId: toHexChainId(reference),
    gas: toHex(gas),
    ...('gasPrice' in price
      ? { gasPrice: toHex(price.gasPrice) }
      : { maxFeePerGas: toHex(price.maxFeePerGas), maxPriorityFeePerGas: toHex(price.maxPriorityFeePerGas) }),
  })
}

/** What a call does, read from its bytes. Throws `INVALID_DATA` for whatever is neither a payment of the coin nor a plain `transfer`. */
export function readCall(
  { to, value, data }: Pick<TransactionRequest, 'to' | 'value' | 'data'>,
  caipNetworkId: string,
): Pick<SendReview, 'to' | 'assetId' | 'amount' | 'call'> {
  const paid = BigInt(value)
  if (data === '0x') {
    const assetId = coinAssetId({ caipNetworkId, namespace: 'eip155' })
    return { to: toChecksum(to), assetId, amount: paid, call: '—' }
  }
  const transfer = decodeTransfer(data)
  if (!transfer || paid !== 0n)
    throw new WalletModalError(
      'INVALID_DATA',
      'The transaction is not the payment that was asked for. Nothing was sent.',
    )
  const { receiver, amount } = transfer
  return { to: receiver, assetId: `${caipNetworkId}/erc20:${toChecksum(to)}`, amount, call: TRANSFER_SIGNATURE }
}

/** Field by field, without `JSON`: a page may have put another one in its place. */
export const toText = (request: object): string =>
  Object.entries(request)
    .map(([field, value]) => `${field}: ${value}`)
    .join('\n')

/** What the request says that the wallet will get, and what the chain takes beside the gas that it pays for. */
export function readRequest(request: TransactionRequest, l1Fee = 0n): SendReview {
  const caipNetworkId = `eip155:${BigInt(request.chainId)}`
  const most = request.gasPrice ?? request.maxFeePerGas
  if (most === undefined) throw new WalletModalError('INVALID_DATA', 'The transaction names no price for its gas.')
  return Object.freeze({
    from: toChecksum(request.from),
    caipNetworkId,
    ...readCall(request, caipNetworkId),
    fee: BigInt(request.gas) * BigInt(most) + l1Fee,
    extras: Object.freeze([]),
    payload: toText(request),
  })
}
