import { WalletModalError } from '../errors/errors.js'

/** `NOT_SENT`. `reason`: sentences for visitors. */
export const notSent = (reason: string, cause?: unknown): WalletModalError =>
  new WalletModalError('NOT_SENT', `Nothing was sent. ${reason}`, { cause })

/** `CHANGED_MEANWHILE`: the wallet or the chain changed after the review. `change`: the change, as a sentence for visitors. */
export const changedMeanwhile = (change: string): WalletModalError =>
  new WalletModalError('CHANGED_MEANWHILE', `${change} Nothing was sent. Review the transaction again.`)

/** `INVALID_ARGUMENT` for a request that cannot become a transaction. `reason`: sentences for visitors. */
export const invalidArgument = (reason: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', reason)
