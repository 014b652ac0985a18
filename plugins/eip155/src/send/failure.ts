import { isWalletModalError, messageOf, WalletModalError } from '@wallet-modal/kernel'
import { errorCodes } from '../errors.js'

/** The wallet did not let it through to any node: not authorised, method unknown, parameters refused, calls refused (EIP-5792). */
const WALLET_REFUSED: ReadonlySet<unknown> = new Set([4100, 4200, -32601, -32602, 5700, 5710, 5740, 5750, 5760])

/** How nodes say that they did not take a transaction in. */
const nodeRefused =
  /underpriced|fee (cap )?(too low|less than)|max fee per gas less|base fee|intrinsic gas|gas limit|nonce too (low|high)|exceeds block|invalid sender|fee too low/i
const noFunds = /insufficient (funds|balance)|not enough (funds|balance)/i

/** Everything that an error says, also where a wallet wrapped a node's words. */
function wordsOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 4) return String(error)
  const { message, data, cause, originalError }: Readonly<Record<string, unknown>> = error as Readonly<
    Record<string, unknown>
  >
  return [
    typeof message === 'string' ? message : '',
    ...[data, cause, originalError].map((one) => (one ? wordsOf(one, depth + 1) : '')),
  ].join(' ')
}

/** Whether the wallet itself said no before it signed, so that there is nothing to look for. */
export const isWalletRefusal = (error: unknown): boolean => errorCodes(error).some((code) => WALLET_REFUSED.has(code))

/** The error to throw where it is certain that nothing was sent; `undefined` where it is not. */
export function certainFailure(error: unknown): WalletModalError | undefined {
  if (isWalletModalError(error) && error.code === 'CHANGED_MEANWHILE') return error
  if (noFunds.test(wordsOf(error)))
    return new WalletModalError(
      'INSUFFICIENT_FUNDS',
      'The account cannot pay amount and network fee. Nothing was sent.',
      {
        cause: error,
      },
    )
  const isRefused = isWalletRefusal(error) || errorCodes(error).includes(-32003) || nodeRefused.test(wordsOf(error))
  if (!isRefused) return undefined
  return new WalletModalError('NOT_SENT', `Nothing was sent. The wallet says: ${messageOf(error)}`, { cause: error })
}
