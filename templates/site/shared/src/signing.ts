/** Where the signing of a message stands. */
export type Signing =
  | { status: 'idle' | 'waiting' | 'verifying' | 'declined' }
  | { status: 'failed'; reason: string }
  /** `verified` is absent where this page cannot tell. */
  | { status: 'signed'; signature: string; verified: boolean | undefined }

/** 4001 is "the user rejected the request" (EIP-1193). Wallets of Polkadot have no codes and say it in words. */
export const isRejection = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && 'code' in error && error.code === 4001) ||
  /\b(rejected|declined|denied|cancell?ed)\b/i.test(reasonOf(error))

/** Why something failed, in the words of whoever failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : 'The wallet did not say why.'
