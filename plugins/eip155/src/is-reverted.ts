import { isWalletModalError } from '@wallet-modal/kernel'

/** Whether a node reports a reverted call: by code 3 (geth), or by the error message. */
export const isReverted = (error: unknown): boolean =>
  isWalletModalError(error) &&
  error.code === 'RPC_ERROR' &&
  (error.status === 3 || /revert|invalid (opcode|jump)|out of gas|VM execution/i.test(error.message))
