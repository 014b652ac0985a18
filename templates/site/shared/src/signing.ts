/** State of signing a message. */
export type Signing =
  | { status: 'idle' | 'waiting' | 'verifying' | 'declined' }
  | { status: 'failed'; reason: string }
  /** `verified` is `undefined` if this page cannot verify the signature. */
  | { status: 'signed'; signature: string; verified: boolean | undefined }

/** 4001 is "the user rejected the request" (EIP-1193). Polkadot wallets have no codes, only messages. */
export const isRejection = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && 'code' in error && error.code === 4001) ||
  /\b(rejected|declined|denied|cancell?ed)\b/i.test(reasonOf(error))

/** Message of an error, or a fallback text for values without a message. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : 'The wallet did not say why.'
