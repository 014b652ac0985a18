import { messageOf, type Network, WalletModalError } from '@wallet-modal/kernel'

/** The wallet broke the conventions of injected extensions. */
export const badAnswer = (method: string, what: string): WalletModalError =>
  new WalletModalError(
    'INVALID_DATA',
    `The wallet answered "${method}" with something that is not ${what}. Update it or use another one.`,
  )

/** Something that is no address, with the reason. */
export const badAddress = (reason: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', reason)

/** The wallet has accounts, but none that exists on the network. */
export const noAccountOn = (code: 'NO_ACCOUNTS' | 'SWITCH_FAILED', network: Network): WalletModalError =>
  new WalletModalError(
    code,
    `The wallet has no account that can be used on ${network.name}. Add one there and try again.`,
  )

export const cannotSign = (wallet: string): WalletModalError =>
  new WalletModalError('UNSUPPORTED_METHOD', `${wallet} cannot sign messages. Use another wallet.`)

/** The chain's own description of its storage leads nowhere. */
export const badStorage = (network: Network, reason: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The balance on ${network.name} cannot be read: ${reason}.`)

/** Extensions have no codes: a visitor who declines is told by a short sentence, an `Error` or a bare text. */
const declined =
  /^(error: )?(the )?(user |(connection )?request )?(was )?(cancell?ed|rejected|declined|denied)( (by|the) [\w ]+| request)?[.!]?$/i

/** Whether an error says that the visitor declined; a refusal from an earlier visit is no such answer. */
export function isRejection(error: unknown): boolean {
  if (Object(error).code === 4001) return true // wallets that also speak EIP-1193
  const text = typeof error === 'string' ? error : messageOf(error)
  return text.length <= 100 && declined.test(text.trim())
}

/** The code with which wallets refuse a second prompt while one is open (EIP-1474, as MetaMask uses it). */
const ALREADY_PENDING = -32_002

/** An extension refuses a second request while its window for the first one is open. Any other error is passed on as it is. */
export function toConnectError(error: unknown, wallet: string): unknown {
  const text = typeof error === 'string' ? error : messageOf(error)
  if (!/pending authorization request/i.test(text)) return error
  return new WalletModalError(
    'CONNECT_FAILED',
    `${wallet} is still waiting for an answer to an earlier request of this site. Open the extension and answer it there.`,
    { status: ALREADY_PENDING, cause: error },
  )
}
