import { type DriverOutcome, WalletModalError } from '@wallet-modal/kernel'
import { badAnswer, isRejection } from '../errors.js'
import { certainFailure, isWalletRefusal } from './failure.js'
import type { RpcBatch } from './request.js'
import { isHash } from './send-transaction.js'
import type { RequestWallet } from './wallet-access.js'

/** Interval and maximum duration of polling for the hash of a batch. */
export const HASH_EVERY_MS = 1_000
export const HASH_WITHIN_MS = 60_000

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Trace of a batch that was included and reverted. The receipt alone does not tell: a bundler's transaction can succeed although its calls reverted. */
export const REVERTED = 'reverted'

/** Transaction of a batch. */
interface IncludedBatch {
  readonly hash: string
  readonly trace?: typeof REVERTED
}

/**
 * Transaction in a reply to `wallet_getCallsStatus`; `undefined` while the reply contains none. Throws `NOT_SENT` if the wallet canceled the batch, or
 * reports that it failed without its hash.
 */
function readStatus(answer: unknown): IncludedBatch | undefined {
  const { status, receipts }: { readonly status?: unknown; readonly receipts?: unknown } = Object(answer)
  const {
    transactionHash: hash,
    status: receiptStatus,
  }: { readonly transactionHash?: unknown; readonly status?: unknown } = Object(
    Array.isArray(receipts) ? receipts.at(-1) : undefined,
  )
  const hasFailed = status === 500 || receiptStatus === '0x0'
  if (isHash(hash)) return { hash: hash.toLowerCase(), ...(hasFailed && { trace: REVERTED }) }
  if (hasFailed)
    throw new WalletModalError(
      'NOT_SENT',
      'The transaction failed on the network. Nothing was transferred, but a network fee may have been paid.',
    )
  // EIP-5792: "not included onchain and the wallet will not retry"
  if (status === 400) throw new WalletModalError('NOT_SENT', 'The wallet canceled the transaction. Nothing was sent.')
  return undefined
}

/** Polls for the transaction of a batch; `undefined` if the wallet does not return it in time. */
async function transactionOf(requestWallet: RequestWallet, id: string): Promise<IncludedBatch | undefined> {
  let isLate = false
  const poll = async (): Promise<IncludedBatch | undefined> => {
    while (!isLate) {
      try {
        const included = readStatus(await requestWallet('wallet_getCallsStatus', [id]))
        if (included) return included
      } catch (error) {
        if (error instanceof WalletModalError) throw error
        // a failed poll does not mean that the batch failed
      }
      await wait(HASH_EVERY_MS)
    }
    return undefined
  }
  try {
    return await Promise.race([poll(), wait(HASH_WITHIN_MS).then(() => undefined)])
  } finally {
    isLate = true
  }
}

/**
 * Submits a batch (EIP-5792), once. The outcome is `unknown` if the wallet accepts the batch but does not report its hash within
 * {@link HASH_WITHIN_MS}.
 */
export async function sendCalls(requestWallet: RequestWallet, request: RpcBatch): Promise<DriverOutcome> {
  let answer: unknown
  try {
    answer = await requestWallet('wallet_sendCalls', [request])
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    const certain = certainFailure(error)
    // a node's error cannot be verified on the chain: bundlers submit the calls with their own nonces
    if (certain && isWalletRefusal(error)) throw certain
    return { status: 'unknown', cause: error }
  }
  const id: unknown = typeof answer === 'string' ? answer : Object(answer).id
  if (typeof id !== 'string') return { status: 'unknown', cause: badAnswer('wallet_sendCalls', 'an id') }
  const included = await transactionOf(requestWallet, id)
  if (included) return { status: 'sent', ...included }
  return {
    status: 'unknown',
    cause: new Error('The wallet accepted the transaction but has not reported its hash yet.'),
  }
}
