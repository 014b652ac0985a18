import type { FailurePayload } from './frame-messages.js'

export const LOAD_FAILED = 'Unable to load email login dependency'
export const ABORTED = 'Request was aborted'

/** A failure of the embedded wallet. The codes are those of EIP-1193 and EIP-1474, or a word of the server. */
export class EmailWalletError extends Error {
  override readonly name = 'EmailWalletError'
  constructor(
    readonly code: number | string,
    message: string,
    /** Set where the server asks to wait. */
    readonly retryInSeconds?: number,
  ) {
    super(message)
  }
}

export const toError = ({ code = -32_603, message, retryInSeconds }: FailurePayload): EmailWalletError =>
  new EmailWalletError(code, message, retryInSeconds)
