import { WalletModalError } from '@wallet-modal/kernel'

export const badAddress = (): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', 'The address must have 64 hex digits.')

/** Whether an error means that the visitor rejected the request: code 4001, as in EIP-1193. */
export const isRejection = (error: unknown): boolean => Object(error).code === 4001
