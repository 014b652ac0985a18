import type { FeeSpeed } from './transactions.js'

/** Speeds of chain families whose fee depends on the speed, slowest first. */
export const feeSpeeds: readonly FeeSpeed[] = ['standard', 'fast', 'instant']
