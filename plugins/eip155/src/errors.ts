import { errorCodes } from '@wallet-modal/kernel/assets'

/** EIP-1193 uses the code 4001 ("user rejected request"). Some wallets use the other codes with the same meaning. */
const REJECTED: ReadonlySet<unknown> = new Set([4001, 'ACTION_REJECTED', 5000])

/** Whether the wallet reports a rejection by the visitor. Codes of nested errors are ignored: they come from nodes. */
export const isRejection = (error: unknown): boolean => REJECTED.has(Object(error).code)

/** Whether the wallet does not know the chain (code 4902). */
export const isUnknownChain = (error: unknown): boolean => errorCodes(error).includes(4902)

/** Whether the wallet does not know the method (EIP-1193 code 4200, JSON-RPC code -32601). */
export const isUnknownMethod = (error: unknown): boolean =>
  errorCodes(error).some((code) => code === 4200 || code === -32601)
