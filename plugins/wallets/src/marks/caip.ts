import type { CaipImages } from '@wallet-modal/kernel'
import { networkMarks } from './networks.js'
import { tokenMarks } from './tokens.js'

/** Marks of networks and of the leading tokens. */
export const caipMarks: CaipImages = { ...networkMarks, ...tokenMarks }
