import { messageOf, WalletModalError } from '@wallet-modal/kernel'
import { isClockError } from './client/clock.js'

/** EIP-1193 error. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Whether an error code means that the visitor rejected the request: 5000 to 5003 of CAIP-25 and of the WalletConnect protocol. */
const isRejection = (code: unknown): boolean => typeof code === 'number' && code >= 5000 && code <= 5003

/** Converts an error returned by a wallet. A rejection gets code 4001 (EIP-1193), an error without a code -32603 (JSON-RPC). */
export function toProviderError(error: unknown): ProviderRpcError {
  const { code, data }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {}
  if (code === 4001 || isRejection(code)) return new ProviderRpcError(4001, 'The request was declined in the wallet.')
  return new ProviderRpcError(typeof code === 'number' ? code : -32_603, messageOf(error), data)
}

export const sessionEnded = (): ProviderRpcError =>
  new ProviderRpcError(4900, 'The session with the wallet has ended. Connect again.')

export const unknownChain = (wallet: string): ProviderRpcError =>
  new ProviderRpcError(
    4902,
    `${wallet} did not authorize this site for the requested network. Connect again and select the network in the wallet.`,
  )

export const unauthorized = (address: string): ProviderRpcError =>
  new ProviderRpcError(4100, `The session does not contain the account ${address.slice(0, 99)} on this network.`)

export const otherChain = (requested: string, now: string): ProviderRpcError =>
  new ProviderRpcError(
    4901,
    `The request is for ${requested.slice(0, 99)}, and the session is on ${now}. Switch the network first.`,
  )

export const unsupported = (wallet: string, method: string): ProviderRpcError =>
  new ProviderRpcError(4200, `${wallet} did not approve "${method}" for this site.`)

/** Error if the relay rejects the project id. The pairing view has a text for the code `NO_PROJECT_ID`. */
const projectIdRefused = (cause: unknown): WalletModalError =>
  new WalletModalError(
    'NO_PROJECT_ID',
    'The WalletConnect relay refused the project id of this site. Set a valid "projectId" in wallet-modal.json.',
    { cause },
  )

const originRefused = (cause: unknown): WalletModalError =>
  new WalletModalError(
    'NO_PROJECT_ID',
    "The WalletConnect relay does not accept the project id from this site's origin. Add the origin to those that the project allows.",
    { cause },
  )

const clockRefused = (cause: unknown): WalletModalError =>
  new WalletModalError(
    'NETWORK_ERROR',
    'The WalletConnect relay refused a token that this device had just signed. Check the time settings of the device.',
    { cause },
  )

/** Converts an error of the relay, or of the connection to it, to an error with the code `NO_PROJECT_ID` or `NETWORK_ERROR`. */
export function relayError(cause: unknown): WalletModalError {
  const message = messageOf(cause)
  if (isClockError(cause)) return clockRefused(cause)
  if (/origin not allowed/i.test(message)) return originRefused(cause)
  return /invalid key|unauthorized/i.test(message) ? projectIdRefused(cause) : relayUnreachable(cause)
}

export const relayUnreachable = (cause: unknown): WalletModalError =>
  new WalletModalError('NETWORK_ERROR', 'The WalletConnect relay cannot be reached. Check the connection.', { cause })

export const nothingApproved = (wallet: string): WalletModalError =>
  new WalletModalError(
    'NO_ACCOUNTS',
    `${wallet} approved no account on the networks of this site. Choose an account in the wallet and try again.`,
  )
