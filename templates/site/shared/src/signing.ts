/** State of signing a message. */
export type Signing =
  | { status: 'idle' | 'waiting' | 'verifying' | 'declined' }
  | { status: 'failed'; reason: string }
  /** `verified` is `undefined` if this page cannot verify the signature. */
  | { status: 'signed'; signature: string; verified: boolean | undefined }

/** Whether the visitor rejected the request. Checks for code 4001 (EIP-1193), and for words in the message: Polkadot wallets return no codes. */
export const isRejection = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && 'code' in error && error.code === 4001) ||
  /\b(rejected|declined|denied|cancell?ed)\b/i.test(reasonOf(error))

/** Message of an error, or a fallback text for values without a message. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : 'The wallet gave no reason.'
