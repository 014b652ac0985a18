import { type Context, messageOf } from '@wallet-modal/kernel'
import { ABORTED, EmailWalletError, LOAD_FAILED } from './errors.js'

/** Error text for the visitor. Returns the frame's messages unchanged, because the frame has translated them. */
export function failureText({ t }: Pick<Context, 't'>, error: unknown): string {
  if (error instanceof EmailWalletError && error.message === LOAD_FAILED) return t('login.notLoaded')
  if (error instanceof EmailWalletError && error.message === ABORTED) return t('login.aborted')
  return messageOf(error)
}
