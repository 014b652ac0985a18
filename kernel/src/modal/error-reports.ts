import { type ErrorCode, messageOf, WalletModalError } from '../errors/errors.js'
import { createLogger, type LogLevel } from '../errors/log.js'
import { addEntry } from '../errors/timeline.js'
import type { Signal } from '../signals.js'

const MAX_ERRORS = 100

export type Report = (error: WalletModalError) => void

/** Returns a function that writes an error to the console and adds it to `errors`, which keeps the latest {@link MAX_ERRORS}. */
export function createReport(errors: Signal<readonly WalletModalError[]>, logLevel: LogLevel = 'error'): Report {
  const log = createLogger(logLevel, 'wallet-modal')
  return (error) => {
    if (process.env.NODE_ENV !== 'production') addEntry('problem', error.code, { detail: error.message })
    errors.value = Object.freeze([...errors.peek().slice(1 - MAX_ERRORS), error])
    log.error(error.message, error.cause ?? '')
  }
}

/** Returns a function that reports an error with this code and description. The argument of the function is the cause. */
export const reportAs =
  (report: Report, code: ErrorCode, description: string) =>
  (cause: unknown): void =>
    report(new WalletModalError(code, `${description}: ${messageOf(cause)}`, { cause }))
