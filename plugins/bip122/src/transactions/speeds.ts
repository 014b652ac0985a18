import type { FeeSpeed } from '@wallet-modal/kernel'

export const speeds: readonly FeeSpeed[] = ['standard', 'fast', 'instant']
