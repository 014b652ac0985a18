import type { CaipImages } from '@wallet-modal/kernel'
import { networkMarks } from './networks.js'
import { tokenMarks } from './tokens.js'

/** Logos of networks and popular tokens. */
export const caipMarks: CaipImages = { ...networkMarks, ...tokenMarks }
