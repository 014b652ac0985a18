import { type Network, WalletModalError } from '@wallet-modal/kernel'

/** The wallet broke SEP-43. */
export const badAnswer = (method: string, what: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The wallet answered "${method}" with something that is not ${what}. Update it.`)

export const badAddress = (reason: string): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', `That is no Stellar address: ${reason}.`)

/** SEP-43 knows no way to change a wallet's network. */
export const cannotSwitch = ({ name }: Network): WalletModalError =>
  new WalletModalError('SWITCH_FAILED', `Change the network to ${name} in your wallet.`)

/** Whether an error says that the visitor declined (SEP-43, code -4). */
export const isRejection = (error: unknown): boolean => Object(error).code === -4
