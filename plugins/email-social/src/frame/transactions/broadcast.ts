import { type Hex, keccak256 } from 'viem'
import { FrameError } from '../gateway.js'

/** Whether a node's error message means that it already has this transaction, or one with the same nonce. */
const isAlreadyKnown = (message: string): boolean =>
  /nonce (is )?too low|already known|\bknown transaction|already imported/i.test(message)

/** Whether the node has rejected the transaction. Without a reply, it may have been broadcast. */
const isRejection = (error: unknown): boolean =>
  error instanceof FrameError && error.code !== 'FAULT' && error.code !== 'UNANSWERED' && !isAlreadyKnown(error.message)

/**
 * Broadcasts a signed transaction once and resolves with its hash. Also resolves if the reply is lost, or if the node already has the transaction or
 * another one with the same nonce: a site that receives an error would send again, while the first transaction could still be mined. Rejects if the node
 * rejected the transaction for another reason.
 */
export async function broadcast(raw: Hex, send: (raw: Hex) => Promise<unknown>): Promise<Hex> {
  try {
    await send(raw)
  } catch (error) {
    if (isRejection(error)) throw error
  }
  return keccak256(raw)
}
