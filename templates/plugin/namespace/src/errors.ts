import { WalletModalError } from '@wallet-modal/kernel'

/** The wallet violated its own interface. */
export const badAnswer = (method: string, what: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The wallet answered "${method}" with something that is not ${what}. Update it.`)

export const badAddress = (): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', 'That is no address: it must be 64 hex digits.')

/** Whether an error means that the visitor rejected. */
export const isRejection = (error: unknown): boolean => Object(error).code === 4001
