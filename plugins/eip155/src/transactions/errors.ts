import { messageOf, WalletModalError } from '@wallet-modal/kernel'
import { errorCodes } from '@wallet-modal/kernel/assets'
import { notSent } from '@wallet-modal/kernel/transactions'

/** Code of the embedded wallet for a transaction that certainly was not sent, for example because its gas could not be estimated. */
const NOT_SENT = 'NOT_SENT'
/** Error codes of a wallet that forwarded nothing to a node: unauthorized, unknown method, invalid parameters, rejected calls (EIP-5792). */
const WALLET_REFUSED: ReadonlySet<unknown> = new Set([
  ...[4100, 4200, -32601, -32602, 5700, 5710, 5740, 5750, 5760],
  NOT_SENT,
])

/** Error messages of nodes that did not accept a transaction. Complete phrases, because single words may occur in other messages. */
const nodeRefusals: readonly RegExp[] = [
  /transaction underpriced/i,
  /transaction gas price below minimum/i,
  /(max fee per gas|fee cap) less than block base fee/i,
  /maxFeePerGas \(\d+\) is too low for the next block/i,
  /max priority fee per gas higher than max fee per gas/i,
  /intrinsic gas too low/i,
  /exceeds block gas limit/i,
  /transaction gas limit too high/i,
  /exceeds the configured cap/i,
  /nonce too high/i,
]
/** Error messages of a node that may already have the transaction. */
const maybeSent = /nonce (is )?too low|already known|\bknown transaction|already imported/i
const noFunds = /insufficient (funds|balance)|not enough (funds|balance)/i

/** All messages of an error and of the errors that it wraps. */
function textOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 4) return String(error)
  const { message, data, cause, originalError }: Readonly<Record<string, unknown>> = Object(error)
  return [
    typeof message === 'string' ? message : '',
    ...[data, cause, originalError].map((one) => (one ? textOf(one, depth + 1) : '')),
  ].join(' ')
}

/** Whether the wallet itself refused before signing. Nested codes are ignored: they come from a node, possibly after signing. */
export const isWalletRefusal = (error: unknown): boolean => WALLET_REFUSED.has(Object(error).code)

/**
 * Error to throw if the wallet reports that nothing was sent; `undefined` for all other errors. If {@link isWalletRefusal} is `false`, the error
 * comes from a node and may be wrong: check the chain before throwing.
 */
export function certainFailure(error: unknown): WalletModalError | undefined {
  const text = textOf(error)
  if (maybeSent.test(text) && Object(error).code !== NOT_SENT) return undefined
  if (noFunds.test(text))
    return new WalletModalError(
      'INSUFFICIENT_FUNDS',
      'The account cannot pay the amount and the network fee. Nothing was sent.',
      {
        cause: error,
      },
    )
  const isRefused =
    isWalletRefusal(error) || errorCodes(error).includes(-32003) || nodeRefusals.some((one) => one.test(text))
  if (!isRefused) return undefined
  return notSent(`The wallet says: ${messageOf(error)}`, error)
}
