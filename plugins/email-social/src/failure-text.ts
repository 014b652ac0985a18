import { type Context, messageOf } from '@wallet-modal/kernel'
import { ABORTED, EmailWalletError, LOAD_FAILED } from './errors.js'

/** What the visitor reads of a failure. Messages of the frame come in the visitor's language. */
export function failureText({ t }: Pick<Context, 't'>, error: unknown): string {
  if (error instanceof EmailWalletError && error.message === LOAD_FAILED) return t('login.notLoaded')
  if (error instanceof EmailWalletError && error.message === ABORTED) return t('login.aborted')
  return messageOf(error)
}
