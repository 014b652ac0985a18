import { type Hex, keccak256 } from 'viem'
import { FrameError } from '../gateway.js'

/** Words of nodes that have the transaction, or one with its nonce. */
const isKnown = (message: string): boolean =>
  /nonce (is )?too low|already known|\bknown transaction|already imported/i.test(message)

/** Whether the node has said no. Without an answer, the transaction may be on its way. */
const isRefusal = (error: unknown): boolean =>
  error instanceof FrameError && error.code !== 'FAULT' && error.code !== 'UNANSWERED' && !isKnown(error.message)

/**
 * Broadcasts a signed transaction once and resolves with the hash of its bytes. Where the answer is lost it resolves too: a site that was told of a failure
 * would send again, and the first transaction could still be mined. Rejects where the node refused it.
 */
export async function broadcast(raw: Hex, send: (raw: Hex) => Promise<unknown>): Promise<Hex> {
  try {
    await send(raw)
  } catch (error) {
    if (isRefusal(error)) throw error
  }
  return keccak256(raw)
}
