import type { FailurePayload } from './frame-messages.js'

/** Messages that `failureText` translates. */
export const LOAD_FAILED = 'Unable to load email login dependency'
export const ABORTED = 'Request was aborted'

/**
 * Error of the embedded wallet. `code`: a number of EIP-1193 or EIP-1474, a text code of the gateway or the frame (such as `UNAUTHORIZED`), or
 * `NOT_LOADED`.
 */
export class EmailWalletError extends Error {
  override readonly name = 'EmailWalletError'
  constructor(
    readonly code: number | string,
    message: string,
    /** Seconds until the gateway accepts another attempt; absent if it requires no delay. */
    readonly retryInSeconds?: number,
    /** The gateway's reason, more specific than `code`, such as `CHANGE_EXPIRED`. */
    readonly reason?: string,
  ) {
    super(message)
  }
}

/** Converts the frame's error reply. Default code: -32603. */
export const toError = ({ code = -32_603, message, retryInSeconds, reason }: FailurePayload): EmailWalletError =>
  new EmailWalletError(code, message, retryInSeconds, reason)
