import { encode } from 'uqr'

/** Modules of a QR code row by row, true for dark, without a margin. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'M', border: 0 }).data
