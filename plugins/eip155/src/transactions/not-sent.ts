import { WalletModalError } from '@wallet-modal/kernel'

/** `NOT_SENT` with the reason as a sentence. */
export const notSent = (reason: string, cause?: unknown): WalletModalError =>
  new WalletModalError('NOT_SENT', `${reason} Nothing was sent.`, { cause })

/** `CHANGED_MEANWHILE` with the change as a sentence. */
export const changedMeanwhile = (sentence: string): WalletModalError =>
  new WalletModalError('CHANGED_MEANWHILE', `${sentence} Nothing was sent. Review the transaction again.`)
