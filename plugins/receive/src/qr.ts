import { encode } from 'uqr'

/** Modules of a QR code, row by row; true is dark. No margin. Error correction level Q, because a picture covers the middle of the code. */
export const toSquares = (text: string): readonly (readonly boolean[])[] => encode(text, { ecc: 'Q', border: 0 }).data
