import type { BuiltTransaction, FeeSpeed } from '@wallet-modal/kernel'
import type { Address } from 'viem'
import type { EvmNode } from '../node.js'
import type { Call, UnpricedCall } from './call.js'
import { estimateAffordableCosts, estimateCosts, insufficient, readCoins } from './costs.js'
import { maxFeeOf, readGasPrice } from './fees.js'
import type { ChainPosition } from './find-unreported-transaction.js'
import {
  batchToText,
  type RequestContent,
  readBatch,
  readTransaction,
  toBatch,
  toTransaction,
  transactionToText,
} from './request.js'
import { sendCalls } from './send-calls.js'
import { sendTransaction } from './send-transaction.js'
import type { Nonces } from './status.js'
import type { RequestWallet } from './wallet-access.js'

/** Account, node and wallet of a transaction. */
export interface Draft {
  readonly node: EvmNode
  readonly from: Address
  readonly reference: string
  readonly requestWallet: RequestWallet
  /** Whether the account pays the fee of a batch itself (EIP-7702). For other smart accounts, another account may pay. */
  readonly paysBatchFee?: boolean
}

/** Gas of the smallest transaction. A lower bound for the gas of a batch, which cannot be estimated before the account delegates. */
const MIN_BATCH_GAS = 21_000n

/** Request to a wallet, ready to be reviewed and sent. */
export interface WalletRequest {
  readonly content: RequestContent
  readonly calls: readonly Call[]
  toText(): string
  /** `node`: a node whose requests are not aborted when the review is closed, because the result of a sent request must be known. */
  send(node: EvmNode, position: ChainPosition): ReturnType<BuiltTransaction['send']>
}

/** Request of a smart account (`wallet_sendCalls`, EIP-5792): the wallet creates the transaction and sets its fee. */
export async function buildBatch(
  { node, from, reference, requestWallet, paysBatchFee = false }: Draft,
  calls: readonly UnpricedCall[],
  speed: FeeSpeed,
): Promise<WalletRequest> {
  const [only, ...others] = calls
  const priced =
    only && others.length === 0
      ? [(await estimateAffordableCosts(node, { from, call: only, speed, isBatch: true })).call]
      : calls.map((call) => ({ ...call, value: call.value === 'max' ? 0n : call.value }))
  const value = priced.reduce((sum, call) => sum + call.value, 0n)
  const coins = await readCoins(node, from)
  if (value > coins)
    throw insufficient("The amount exceeds the account's balance of the network's coin. Nothing was sent.")
  if (paysBatchFee && value + maxFeeOf(node, MIN_BATCH_GAS, await readGasPrice(node, 'standard')) > coins)
    throw insufficient("The account's coins do not cover the network fee. Nothing was sent.")
  const request = toBatch(from, reference, priced)
  return {
    content: readBatch(request),
    calls: priced,
    toText: () => batchToText(request),
    send: () => sendCalls(requestWallet, request),
  }
}

/** Request with one call (`eth_sendTransaction`). A nonce found on the chain is added to `nonces`. */
export async function buildTransaction(
  { node, from, reference, requestWallet }: Draft,
  call: UnpricedCall,
  { speed, isEstimate, nonces }: { readonly speed: FeeSpeed; readonly isEstimate: boolean; readonly nonces: Nonces },
): Promise<WalletRequest> {
  const request = { from, call, speed, isBatch: false }
  const costs = await (isEstimate ? estimateCosts : estimateAffordableCosts)(node, request)
  const transaction = toTransaction(from, reference, costs)
  return {
    content: readTransaction(transaction, costs.l1Fee),
    calls: [costs.call],
    toText: () => transactionToText(transaction),
    send: (sendNode, position) =>
      sendTransaction({
        ...{ requestWallet, node: sendNode, request: transaction, position },
        onFound: ({ hash, nonce }) => nonces.set(hash, nonce),
      }),
  }
}
