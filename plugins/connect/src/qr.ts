import { encode } from 'uqr'

/** Modules of a QR code by row, true for dark, without quiet zone. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'M', border: 0 }).data
