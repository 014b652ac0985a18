import { FrameError } from './gateway.js'

/** Whether an error means that no reply of the gateway or the node arrived. The request may have been executed. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof FrameError) || error.code === 'FAULT' || error.code === 'UNANSWERED'

/** Regular expressions for error messages of nodes and their providers that refuse any kind of request without executing it. */
export const GENERAL_REFUSALS: readonly string[] = [
  ...['rate.?limit', 'request limit', 'too many requests', '(?<!time ?)limit exceeded'],
  ...['method not (found|supported|allowed)', 'unauthori[sz]ed', 'api key'],
]

/**
 * Maximum number of reads of {@link isKnownAfterPauses}, and pause between two reads in milliseconds. A node can learn of a transaction later than
 * the node to which the transaction was sent.
 */
const MAX_READS = 3
const PAUSE_MS = 1_000

/**
 * Calls `read` up to `MAX_READS` times, until it resolves with true. Resolves with the last result: true if the node knows the transaction, false if
 * the node does not know it, `undefined` if the node did not reply.
 */
export async function isKnownAfterPauses(read: () => Promise<boolean | undefined>): Promise<boolean | undefined> {
  for (let reads = 1; ; reads++) {
    const isKnown = await read()
    if (isKnown || reads === MAX_READS) return isKnown
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Whether an error means that a proxy in front of the gateway has refused the request. */
export const isProxyRefusal = (error: unknown): boolean => error instanceof FrameError && error.code === 'REFUSED'
