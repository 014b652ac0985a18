import * as v from 'valibot'
import { GENERAL_REFUSALS, isKnownAfterPauses, isProxyRefusal, isUnanswered } from '../forwarding.js'
import { FrameError } from '../gateway.js'

/** Error messages of nodes that prove that a transaction was not forwarded. Nodes check and simulate a transaction before they forward it. */
const REFUSALS = new RegExp(
  [
    ...['simulation failed', 'verification failure', 'signature length mismatch', 'blockhash not found'],
    ...['insufficient (funds|lamports)', 'invalid (transaction|params|base64|base58)', 'failed to deserialize'],
    ...['too large', 'transaction version', 'unsupported encoding', 'minimum context slot', 'unhealthy', 'behind by'],
    ...GENERAL_REFUSALS,
  ].join('|'),
  'i',
)

/** Whether an error means that the transaction is already included. The gateway may have sent it to another node before. */
const isAlreadyProcessed = (message: string): boolean => /already (been )?processed/i.test(message)

const statuses = v.object({ value: v.tuple([v.nullable(v.unknown())]) })

interface SolanaBroadcast {
  send(): Promise<unknown>
  /** Reads the status of the transaction with `getSignatureStatuses`. */
  readStatus(): Promise<unknown>
}

async function isNotSent(error: FrameError, readStatus: SolanaBroadcast['readStatus']): Promise<boolean> {
  if (isProxyRefusal(error)) {
    const isKnown = (): Promise<boolean | undefined> =>
      readStatus().then(
        (reply) => v.parse(statuses, reply).value[0] !== null,
        () => undefined,
      )
    // proxies usually refuse a request without forwarding it: the transaction counts as not sent, unless the node knows the transaction
    return (await isKnownAfterPauses(isKnown)) !== true
  }
  if (error.code !== 'SOURCE_FAILED') return true // the gateway did not forward the transaction
  return !isAlreadyProcessed(error.message) && REFUSALS.test(error.message)
}

/**
 * Sends a signed transaction once. Rejects only if the transaction was not sent, because the site may send again after a rejection. Resolves if the
 * reply is lost, and after an error of the node that does not prove a refusal, such as a timeout. In these cases, does not read the transaction's
 * status: nodes report no status before the transaction is included.
 */
export async function broadcastSolana({ send, readStatus }: SolanaBroadcast): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof FrameError) || isUnanswered(error)) return
    if (await isNotSent(error, readStatus)) throw error
  }
}
