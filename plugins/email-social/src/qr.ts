import { encode } from 'uqr'

/** Modules of a QR code by row, true for dark, without the light margin around the code. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'M', border: 0 }).data
