import { WalletModalError } from '@wallet-modal/kernel'

/** Error for a wallet reply that violates the interface of the wallet. `what` describes the expected reply. */
export const badAnswer = (method: string, what: string): WalletModalError =>
  new WalletModalError(
    'INVALID_DATA',
    `The wallet's reply to "${method}" is not ${what}. Update the wallet.`,
  )

export const badAddress = (): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', 'The address must have 64 hex digits.')

/** Whether an error means that the visitor rejected the request. */
export const isRejection = (error: unknown): boolean => Object(error).code === 4001
