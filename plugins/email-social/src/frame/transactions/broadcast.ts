import { type Hex, keccak256 } from 'viem'
import { FrameError } from '../gateway.js'

/** Node error messages which mean that the node has this transaction, or one with the same nonce. */
const isKnown = (message: string): boolean =>
  /nonce (is )?too low|already known|\bknown transaction|already imported/i.test(message)

/** Whether the node has refused the transaction. If there is no reply, it may have been broadcast. */
const isRefusal = (error: unknown): boolean =>
  error instanceof FrameError && error.code !== 'FAULT' && error.code !== 'UNANSWERED' && !isKnown(error.message)

/**
 * Broadcasts a signed transaction once and resolves with its hash. Also resolves if the reply is lost: a site that receives an error would send
 * again, while the first transaction could still be mined. Rejects if the node refused it.
 */
export async function broadcast(raw: Hex, send: (raw: Hex) => Promise<unknown>): Promise<Hex> {
  try {
    await send(raw)
  } catch (error) {
    if (isRefusal(error)) throw error
  }
  return keccak256(raw)
}
