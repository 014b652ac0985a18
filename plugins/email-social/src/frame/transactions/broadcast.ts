import { type Hex, keccak256 } from 'viem'
import { FrameError, refusal } from '../gateway.js'
import type { ReadChain } from './transaction.js'

const isNonceTooLow = (error: unknown): boolean =>
  error instanceof FrameError && /nonce (is )?too low/i.test(error.message)

/** Whether a node's error message means that it already has this transaction. */
const isAlreadyKnown = (message: string): boolean => /already known|\bknown transaction|already imported/i.test(message)

/** Error messages of nodes that prove that a transaction was not forwarded. Other errors, such as a timeout, can follow a broadcast. */
const REFUSALS = new RegExp(
  [
    ...['insufficient (funds|balance)', 'nonce (is )?too (low|high)', 'underpriced', 'intrinsic gas', 'invalid sender'],
    ...['exceeds block gas limit', '(less|lower) than block base fee', 'fee ?cap .*(below|less|lower).* base ?fee'],
    ...['invalid signature', 'invalid chain ?id', 'rate.?limit', 'request limit', 'too many requests'],
    '(?<!time ?)limit exceeded',
  ].join('|'),
  'i',
)

/** Whether the transaction was rejected. Without a reply of the gateway or the node, the transaction may have been broadcast. */
const isRejection = (error: unknown): error is FrameError =>
  error instanceof FrameError && error.code !== 'FAULT' && error.code !== 'UNANSWERED' && !isAlreadyKnown(error.message)

const nonceUsed = (): Promise<FrameError> =>
  refusal({
    code: 'NOT_SENT',
    message: 'Another transaction of this account was sent at the same time. This one was not sent. Try again.',
    reason: 'NONCE_USED',
  })

/**
 * Broadcasts a signed transaction once and resolves with its hash. Rejects only if the transaction was not sent: the gateway or the node has rejected
 * it, and the node does not know it. Also resolves if the reply is lost, if the node's error is not a refusal, or if the node already has the
 * transaction: after an error, the site would send again, although the first transaction could still be mined.
 */
export async function broadcast(raw: Hex, call: ReadChain): Promise<Hex> {
  const hash = keccak256(raw)
  try {
    await call('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!isRejection(error)) return hash
    if (error.code !== 'SOURCE_FAILED') throw error // the gateway did not forward it
    if (!REFUSALS.test(error.message)) return hash
    // a refusal does not prove that the transaction is unknown: an earlier node may have it; without a reply, it may have been mined
    const known = await call('eth_getTransactionByHash', [hash]).catch(() => undefined)
    if (known === null) throw isNonceTooLow(error) ? await nonceUsed() : error
  }
  return hash
}
