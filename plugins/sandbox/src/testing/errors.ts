/** Error codes of the test tools. They are never renamed or reused; messages may change. */
export type TestingErrorCode = 'INVALID_KEYS' | 'INVALID_NETWORK' | 'UNKNOWN_ACCOUNT' | 'NO_SANDBOX' | 'SANDBOX_REFUSED'

/** Error of the test tools. Check `code`; the message says what happened and what to do. */
export class TestingError extends Error {
  override readonly name = 'TestingError'

  constructor(
    readonly code: TestingErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options)
  }
}

export const invalidKeys = (message: string): TestingError => new TestingError('INVALID_KEYS', message)
export const invalidNetwork = (message: string): TestingError => new TestingError('INVALID_NETWORK', message)
export const unknownAccount = (wallet: string, account: string): TestingError =>
  new TestingError('UNKNOWN_ACCOUNT', `${wallet} has no account "${account}".`)
export const noSandbox = (url: string, cause: unknown): TestingError =>
  new TestingError(
    'NO_SANDBOX',
    `No sandbox answers at ${url}. Start it ("npx wallet-modal dev" or "npx wallet-modal-sandbox"), or set its URL with the option sandboxUrl.`,
    { cause },
  )
export const sandboxRefused = (message: string): TestingError => new TestingError('SANDBOX_REFUSED', message)
