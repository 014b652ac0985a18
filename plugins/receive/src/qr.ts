import { encode } from 'uqr'

/** The squares of a QR code row by row, true for dark, without a margin. A quarter of it may be unreadable, as a mark stands in the middle. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'Q', border: 0 }).data
