import type { FeeSpeed } from '@wallet-modal/kernel'

/** By the prices that others paid recently; see `budget.ts`. */
export const speeds: readonly FeeSpeed[] = ['standard', 'fast', 'instant']
