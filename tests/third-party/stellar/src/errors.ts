import { type Network, WalletModalError } from '@wallet-modal/kernel'

export const badAddress = (reason: string): WalletModalError =>
  new WalletModalError('INVALID_ARGUMENT', `That is no Stellar address: ${reason}.`)

/** SEP-43 has no method to change a wallet's network. */
export const cannotSwitch = ({ name }: Network): WalletModalError =>
  new WalletModalError('SWITCH_FAILED', `Change the network to ${name} in your wallet.`)

/** The session with the wallet has ended, or lacks a permission. */
export const noSession = (wallet: string): WalletModalError =>
  new WalletModalError('NOT_CONNECTED', `The session with ${wallet} does not permit this any more. Connect again.`)

/** Whether an error means that the visitor rejected: -4 in SEP-43, 4001 in sessions (EIP-1193). */
export const isRejection = (error: unknown): boolean => [-4, 4001].includes(Object(error).code)

export const notEnough = (what: string): WalletModalError =>
  new WalletModalError('INSUFFICIENT_FUNDS', `There is not enough ${what} on this account.`)
