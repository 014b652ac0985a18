import type { FeeSpeed } from '@wallet-modal/kernel'

/** The speed selects a percentile of recently paid prices (`budget.ts`). */
export const speeds: readonly FeeSpeed[] = ['standard', 'fast', 'instant']
