import type { FeeSpeed } from '@wallet-modal/kernel'

/** From recently paid prices; see `budget.ts`. */
export const speeds: readonly FeeSpeed[] = ['standard', 'fast', 'instant']
