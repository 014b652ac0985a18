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

/** Whether an error means that the transaction was included, because an earlier node of the gateway has forwarded it. */
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
    // a proxy usually refuses a request before it forwards the request: the transaction counts as not sent, unless the node reports its status
    return (await isKnownAfterPauses(isKnown)) !== true
  }
  if (error.code !== 'SOURCE_FAILED') return true // the gateway did not forward the transaction
  return !isAlreadyProcessed(error.message) && REFUSALS.test(error.message)
}

/**
 * Sends a signed transaction once. Rejects only if it was not sent. Resolves if the reply is lost, and also after an error of the node that does not
 * prove a refusal, such as a timeout: after a rejection, the site would send again, although the first transaction may have been forwarded. In these
 * cases, the status of the transaction is not read: it proves nothing, because nodes do not know transactions that are not included yet.
 */
export async function broadcastSolana({ send, readStatus }: SolanaBroadcast): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof FrameError) || isUnanswered(error)) return
    if (await isNotSent(error, readStatus)) throw error
  }
}
