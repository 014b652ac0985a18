import { WalletModalError } from '@wallet-modal/kernel'

/** The wallet violated its own interface. */
export const badAnswer = (method: string, what: string): WalletModalError =>
  new WalletModalError(
    'INVALID_DATA',
    `The wallet answered "${method}" with something that is not ${what}. Update it or use another one.`,
  )

export const badAddress = (why: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', why)

/** The site's signing request is invalid. */
export const badPsbt = (why: string, cause?: unknown): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', `The PSBT cannot be signed: ${why}`, { cause })

/** The reply does not match the request. */
export const changedPsbt = (why: string, cause?: unknown): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The wallet's answer was refused: ${why}`, { cause })

export const unsupported = (what: string): WalletModalError =>
  new WalletModalError('UNSUPPORTED_METHOD', `This wallet cannot ${what}.`)

/** Numeric or named code of an error, or of the error that it wraps. */
export function errorCodes(error: unknown, depth = 0): readonly unknown[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { code, cause, data }: { code?: unknown; cause?: unknown; data?: unknown } = error
  return [code, ...[cause, data].flatMap((inner) => errorCodes(inner, depth + 1))]
}

/** 4001 is used by all families; some wallets use 5000 or a named code. */
export const isRejection = (error: unknown): boolean =>
  errorCodes(error).some((code) => code === 4001 || code === 5000 || code === 'ACTION_REJECTED')
