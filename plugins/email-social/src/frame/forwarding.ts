import { FrameError } from './gateway.js'

/** Whether no reply of the gateway or the node arrived: the request may have been executed. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof FrameError) || error.code === 'FAULT' || error.code === 'UNANSWERED'

/** Error messages by which nodes and their providers refuse any request before they execute it. */
export const LIMITS: readonly string[] = [
  ...['rate.?limit', 'request limit', 'too many requests', '(?<!time ?)limit exceeded'],
  ...['method not (found|supported|allowed)', 'unauthori[sz]ed', 'api key'],
]

/** Number of requests whether a transaction is known, and the pause between them: other nodes learn of it later than the node that received it. */
const TRIES = 3
const PAUSE_MS = 1_000

/**
 * Resolves with true as soon as `read` finds a transaction. Otherwise, asks several times, and resolves with the last result: false if the node does
 * not know the transaction, `undefined` if that is unclear.
 */
export async function isKnownAfterPauses(read: () => Promise<boolean | undefined>): Promise<boolean | undefined> {
  for (let tries = 1; ; tries++) {
    const isKnown = await read()
    if (isKnown || tries === TRIES) return isKnown
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Whether a proxy has refused the request with a page of its own. */
export const isProxyRefusal = (error: unknown): boolean => error instanceof FrameError && error.code === 'REFUSED'
