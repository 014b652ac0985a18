import { encode } from 'uqr'

/** Modules of a QR code row by row, true for dark, without a margin. Scanners can read the code with up to a quarter covered: a logo covers the middle. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'Q', border: 0 }).data
