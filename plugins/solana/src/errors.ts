import { WalletModalError } from '@wallet-modal/kernel'

/** Error for a wallet without an optional feature. */
export const noFeature = (feature: string): WalletModalError =>
  new WalletModalError('UNSUPPORTED_METHOD', `The wallet does not support "${feature}". Use another wallet.`)

/** `WALLET_STANDARD_ERROR__USER__REQUEST_REJECTED` */
const STANDARD_REJECTION = 4001000
const rejectionPattern = /\buser (has )?(rejected|declined|denied|cancell?ed)\b/i

/**
 * Whether an error means that the visitor rejected the request. The Wallet Standard does not prescribe how wallets report this: they
 * throw EIP-1193's code 4001, a `WalletStandardError`, or an error with only a message.
 */
export function isRejection(error: unknown, depth = 0): boolean {
  if (typeof error === 'string') return rejectionPattern.test(error)
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const { code, message, context, cause, error: inner }: Readonly<Record<string, unknown>> = fieldsOf(error)
  return (
    code === 4001 ||
    Object(context).__code === STANDARD_REJECTION ||
    (typeof message === 'string' && rejectionPattern.test(message)) ||
    isRejection(cause, depth + 1) ||
    isRejection(inner, depth + 1)
  )
}

/** Fields of an error, read one by one because they may be inherited. */
const fieldsOf = (error: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(['code', 'message', 'context', 'cause', 'error'].map((key) => [key, Reflect.get(error, key)]))
