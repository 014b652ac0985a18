import { encode } from 'uqr'

/** Modules of a QR code row by row, true for dark, without a margin. Up to a quarter of them may be unreadable, because a logo covers the middle. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'Q', border: 0 }).data
