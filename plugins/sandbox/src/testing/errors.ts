/** Error codes of the test tools. They are never renamed or reused; messages may change. */
export type TestingErrorCode =
  | 'INVALID_KEYS'
  | 'INVALID_NETWORK'
  | 'INVALID_SITE'
  | 'UNKNOWN_ACCOUNT'
  | 'NO_SANDBOX'
  | 'SANDBOX_REFUSED'

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
export const invalidSite = (message: string, cause?: unknown): TestingError =>
  new TestingError('INVALID_SITE', message, { cause })
export const unknownAccount = (account: string | number, accounts: readonly string[]): TestingError =>
  new TestingError(
    'UNKNOWN_ACCOUNT',
    `The wallet has no account "${account}". Use the address or the index of one of its accounts: ${accounts.join(', ')}.`,
  )
export const noSandbox = (url: string, cause: unknown): TestingError =>
  new TestingError(
    'NO_SANDBOX',
    `No sandbox answers at ${url}. Start it ("npx wallet-modal dev" or "npx wallet-modal-sandbox"), or pass its URL: sandboxAt("http://127.0.0.1:4700").`,
    { cause },
  )
export const sandboxRefused = (message: string): TestingError => new TestingError('SANDBOX_REFUSED', message)
