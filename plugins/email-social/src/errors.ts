import type { FailurePayload } from './frame-messages.js'

export const LOAD_FAILED = 'Unable to load email login dependency'
export const ABORTED = 'Request was aborted'

/** Error of the embedded wallet. `code` is a number of EIP-1193 or EIP-1474, an error code of the server, or `NOT_LOADED`. */
export class EmailWalletError extends Error {
  override readonly name = 'EmailWalletError'
  constructor(
    readonly code: number | string,
    message: string,
    /** Seconds until the server accepts another attempt; absent if it requires no delay. */
    readonly retryInSeconds?: number,
  ) {
    super(message)
  }
}

export const toError = ({ code = -32_603, message, retryInSeconds }: FailurePayload): EmailWalletError =>
  new EmailWalletError(code, message, retryInSeconds)
