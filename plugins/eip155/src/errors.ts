import { WalletModalError } from '@wallet-modal/kernel'

/** Error for a reply that violates EIP-1193. `expected`: noun phrase for the message, such as `a signature`. */
export const badAnswer = (method: string, expected: string): WalletModalError =>
  new WalletModalError(
    'INVALID_DATA',
    `The wallet's reply to "${method}" is not ${expected}. Update the wallet, or use another wallet.`,
  )

/** Codes (EIP-1193, JSON-RPC) of an error and of the errors that it wraps. */
export function errorCodes(error: unknown, depth = 0): readonly unknown[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { code, cause, data, originalError } = error as {
    code?: unknown
    cause?: unknown
    data?: unknown
    originalError?: unknown
  }
  return [code, ...[cause, data, originalError].flatMap((inner) => errorCodes(inner, depth + 1))]
}

/** EIP-1193 uses the code 4001 ("user rejected request"). Some wallets use the other codes with the same meaning. */
const REJECTED: ReadonlySet<unknown> = new Set([4001, 'ACTION_REJECTED', 5000])

/** Whether the wallet reports a rejection by the visitor. Codes of nested errors are ignored: they come from nodes. */
export const isRejection = (error: unknown): boolean => REJECTED.has(Object(error).code)

/** 4902: the wallet does not know the chain. */
export const isUnknownChain = (error: unknown): boolean => errorCodes(error).includes(4902)

/** The wallet does not know the method (EIP-1193 4200, JSON-RPC -32601). */
export const isUnknownMethod = (error: unknown): boolean =>
  errorCodes(error).some((code) => code === 4200 || code === -32601)
