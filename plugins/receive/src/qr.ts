import { encode } from 'uqr'

/** Modules of a QR code row by row, true for dark, without a margin. A logo covers the middle: up to a quarter of the code may be unreadable. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'Q', border: 0 }).data
