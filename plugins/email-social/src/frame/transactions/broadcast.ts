import { type Hex, keccak256 } from 'viem'
import { FrameError, refusal } from '../gateway.js'
import type { ReadChain } from './transaction.js'

const isNonceTooLow = (error: unknown): boolean =>
  error instanceof FrameError && /nonce (is )?too low/i.test(error.message)

/** Whether a node's error message means that it already has this transaction. */
const isAlreadyKnown = (message: string): boolean => /already known|\bknown transaction|already imported/i.test(message)

/** Whether the transaction was rejected. Without a reply of the gateway or the node, the transaction may have been broadcast. */
const isRejection = (error: unknown): boolean =>
  error instanceof FrameError && error.code !== 'FAULT' && error.code !== 'UNANSWERED' && !isAlreadyKnown(error.message)

const nonceUsed = (): Promise<FrameError> =>
  refusal({
    code: 'NONCE_USED',
    message: 'Another transaction of this account was sent at the same time. This one was not sent. Try again.',
  })

/**
 * Broadcasts a signed transaction once and resolves with its hash. Also resolves if the reply is lost, or if the node already has the transaction:
 * after an error, the site would send again, although the first transaction could still be mined. Rejects with `NONCE_USED` if another transaction
 * has used the nonce, and with the node's error if the node rejected the transaction for another reason.
 */
export async function broadcast(raw: Hex, call: ReadChain): Promise<Hex> {
  const hash = keccak256(raw)
  try {
    await call('eth_sendRawTransaction', [raw])
  } catch (error) {
    if (!isRejection(error)) return hash
    if (!isNonceTooLow(error)) throw error
    // the nonce was used by another transaction if the node does not know this one; without a reply, this one may have been mined
    const known = await call('eth_getTransactionByHash', [hash]).catch(() => undefined)
    if (known === null) throw await nonceUsed()
  }
  return hash
}
