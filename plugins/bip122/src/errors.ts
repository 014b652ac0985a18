import { WalletModalError } from '@wallet-modal/kernel'
import { errorCodes } from '@wallet-modal/kernel/assets'

export const badAddress = (message: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', message)

/** Error for an invalid signing request of the site. */
export const badPsbt = (reason: string, cause?: unknown): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', `The PSBT cannot be signed: ${reason}`, { cause })

/** Error for a signed PSBT that does not match the request. */
export const changedPsbt = (reason: string, cause?: unknown): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The wallet's answer was refused: ${reason}`, { cause })

/** `action`: verb phrase for the message, such as `switch to this network`. */
export const unsupported = (action: string): WalletModalError =>
  new WalletModalError('UNSUPPORTED_METHOD', `This wallet cannot ${action}.`)

/** Whether the user rejected a request. All kinds of wallet use the code 4001; some wallets also use 5000 or a named code. */
export const isRejection = (error: unknown): boolean =>
  errorCodes(error).some((code) => code === 4001 || code === 5000 || code === 'ACTION_REJECTED')
