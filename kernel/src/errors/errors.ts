/** Error codes. They are never renamed or reused; messages may change. Explained in `docs/errors.md`. */
export type ErrorCode =
  // mistakes of a site owner or plugin author, thrown by createWalletModal()
  | 'INVALID_CONFIG'
  | 'INVALID_OPTIONS'
  | 'DUPLICATE_INSTANCE'
  | 'DUPLICATE_KERNEL'
  | 'DUPLICATE_PLUGIN'
  | 'DUPLICATE_PROVIDER'
  | 'DUPLICATE_VIEW'
  | 'RESERVED_NAME'
  | 'CONFLICT'
  | 'CYCLE'
  | 'KERNEL_MISMATCH'
  | 'MISSING_CAPABILITY'
  // failures of one plugin; the other plugins continue
  | 'PLUGIN_FAILED'
  | 'PLUGIN_BLOCKED'
  | 'PLUGIN_TIMEOUT'
  | 'ACTION_FAILED'
  | 'DISPOSE_FAILED'
  | 'DUPLICATE_CONNECTOR'
  | 'UNDECLARED'
  | 'NOT_PERMITTED'
  // calls of the public API
  | 'INVALID_ARGUMENT'
  | 'DISPOSED'
  | 'UNKNOWN_VIEW'
  | 'NO_VIEW'
  | 'VIEW_FAILED'
  // data and transport
  | 'INVALID_DATA'
  | 'INVALID_CAIP'
  | 'INVALID_AMOUNT'
  | 'HTTP_STATUS'
  | 'NETWORK_ERROR'
  | 'TIMEOUT'
  | 'ABORTED'
  | 'RPC_ERROR'
  // connections
  | 'CONNECT_FAILED'
  | 'SWITCH_FAILED'
  | 'NO_ACCOUNTS'
  | 'NOT_CONNECTED'
  | 'UNKNOWN_NAMESPACE'
  | 'UNKNOWN_NETWORK'
  | 'UNSUPPORTED_METHOD'
  | 'NO_PROJECT_ID'
  // sending
  | 'INSUFFICIENT_FUNDS'
  | 'NOT_SENT'
  | 'REFUSED'
  | 'CHANGED_MEANWHILE'

interface ErrorContext {
  /** Package name of the plugin that caused the error. */
  readonly plugin?: string | undefined
  /** HTTP status or JSON-RPC error code that explains the error. */
  readonly status?: number | undefined
  readonly cause?: unknown
}

/** Error that wallet-modal throws or reports. Check `code`, which is stable. The message describes the problem and, in most cases, its fix. */
export class WalletModalError extends Error {
  override readonly name = 'WalletModalError'
  declare readonly code: ErrorCode
  declare readonly plugin: string | undefined
  declare readonly status: number | undefined

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context)
    this.code = code
    this.plugin = context.plugin
    this.status = context.status
  }
}

/** Throws a {@link WalletModalError}. */
export function fail(code: ErrorCode, message: string, context?: ErrorContext): never {
  throw new WalletModalError(code, message, context)
}

/** Throws `NETWORK_ERROR`: code of the modal could not be downloaded. */
export const failDownload = (cause: unknown): never =>
  fail(
    'NETWORK_ERROR',
    `A part of the modal could not be loaded.${process.env.NODE_ENV === 'production' ? '' : ' Check the connection and try again.'}`,
    { cause },
  )

/** Whether a value is a {@link WalletModalError}. Compares names, because several copies of the kernel may be loaded. */
export const isWalletModalError = (error: unknown): error is WalletModalError => {
  try {
    return error instanceof Error && error.name === 'WalletModalError'
  } catch {
    return false // a getter threw: not an error of the kernel
  }
}

/** Throws `NO_VIEW`: a synchronous function was called before its code was loaded. */
export const failNotLoaded = (name: string): never =>
  fail(
    'NO_VIEW',
    `${name}() is not loaded yet.${process.env.NODE_ENV === 'production' ? '' : ' Call it in a view, or after a first request of `ctx.api` has completed.'}`,
  )

const MAX_TEXT = 500

/** Message of a thrown value. Never throws, even for values from hostile code. */
export const messageOf = (error: unknown): string => {
  try {
    const { message }: { readonly message?: unknown } = Object(error)
    return (typeof message === 'string' && message ? message : String(error)).slice(0, MAX_TEXT)
  } catch {
    return 'unknown error'
  }
}

/** Short text of any value for an error message. Never throws. */
export const quote = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 99)) : messageOf(value)
