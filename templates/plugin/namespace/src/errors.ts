import { WalletModalError } from '@wallet-modal/kernel'

export const badAddress = (): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', 'The address must have 64 hex digits.')

/** Whether an error means that the visitor rejected the request. */
export const isRejection = (error: unknown): boolean => Object(error).code === 4001
