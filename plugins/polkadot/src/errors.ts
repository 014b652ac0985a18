import { messageOf, type Network, WalletModalError } from '@wallet-modal/kernel'

export const badAddress = (reason: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', reason)

/** Error for a wallet that has accounts, but none for the network. */
export const noAccountOn = (code: 'NO_ACCOUNTS' | 'SWITCH_FAILED', network: Network): WalletModalError =>
  new WalletModalError(
    code,
    `The wallet has no account that can be used on ${network.name}. Add one in the wallet and try again.`,
  )

export const cannotSign = (wallet: string): WalletModalError =>
  new WalletModalError('UNSUPPORTED_METHOD', `${wallet} cannot sign messages. Use another wallet.`)

/** Error for a balance that cannot be read. `reason`: clause for the message. */
export const badStorage = (network: Network, reason: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The balance on ${network.name} cannot be read: ${reason}.`)

/** Extensions report a rejection as a short sentence without an error code. The sentence is an `Error` or a string. */
const rejectionPattern =
  /^(error: )?(the )?(user |(connection )?request )?(was )?(cancell?ed|rejected|declined|denied)( (by|the) [\w ]+| request)?[.!]?$/i

/** Whether an error means that the visitor rejected the request. `false` for a rejection that the wallet remembers from an earlier visit. */
export function isRejection(error: unknown): boolean {
  if (Object(error).code === 4001) return true // wallets that also support EIP-1193
  const text = typeof error === 'string' ? error : messageOf(error)
  return text.length <= 100 && rejectionPattern.test(text.trim())
}

/** Error code for a second request while the wallet's prompt is open (EIP-1474, as in MetaMask). */
const ALREADY_PENDING = -32_002

/**
 * Converts the error of an extension that refuses a second request while its window for the first request is open. Returns other errors unchanged.
 */
export function toConnectError(error: unknown, wallet: string): unknown {
  const text = typeof error === 'string' ? error : messageOf(error)
  if (!/pending authorization request/i.test(text)) return error
  return new WalletModalError(
    'CONNECT_FAILED',
    `${wallet} is still waiting for an answer to an earlier request of this site. Open the extension and answer it there.`,
    { status: ALREADY_PENDING, cause: error },
  )
}
