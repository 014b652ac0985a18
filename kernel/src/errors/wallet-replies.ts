import { WalletModalError } from './errors.js'

/**
 * `INVALID_DATA` for a reply of a wallet that violates its standard. `request`: method or feature. `expected`: noun phrase for the message, such as
 * `a signature`.
 */
export const invalidReply = (request: string, expected: string): WalletModalError =>
  new WalletModalError(
    'INVALID_DATA',
    `The wallet's reply to "${request}" is not ${expected}. Update the wallet, or use another wallet.`,
  )

/** Codes (numbers or names) of a wallet's error and of the errors that it wraps, in up to five levels. */
export function errorCodes(error: unknown, depth = 0): readonly unknown[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { code, cause, data, originalError }: Readonly<Record<string, unknown>> = Object(error)
  return [code, ...[cause, data, originalError].flatMap((inner) => errorCodes(inner, depth + 1))]
}
