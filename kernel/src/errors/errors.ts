/** Stable codes. They are never renamed or reused; messages may change. Explained one by one in `docs/errors.md`. */
export type ErrorCode =
  // a site owner's or plugin author's mistake, thrown by createWalletModal()
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
  // a plugin that misbehaved; it is switched off, the rest goes on
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
  /** The plugin at fault, by package name. */
  readonly plugin?: string | undefined
  /** A number from outside that explains the error: an HTTP status or a JSON-RPC error code. */
  readonly status?: number | undefined
  readonly cause?: unknown
}

/** Every error that wallet-modal throws or reports. Check `code`; the message says what happened, to whom, and what to do. */
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

/** A part of the modal that comes later did not come. */
export const notLoaded = (cause: unknown): never =>
  fail(
    'NETWORK_ERROR',
    `A part of the modal could not be loaded.${process.env.NODE_ENV === 'production' ? '' : ' Check the connection and try again.'}`,
    { cause },
  )

/** True for errors of any copy of the kernel: checked by name, never by class. */
export const isWalletModalError = (error: unknown): error is WalletModalError => {
  try {
    return error instanceof Error && error.name === 'WalletModalError'
  } catch {
    return false // a getter that throws is not ours
  }
}

/** A synchronous call came before its code. */
export const tooEarly = (name: string): never =>
  fail(
    'NO_VIEW',
    `${name}() is not loaded yet.${process.env.NODE_ENV === 'production' ? '' : ' It works in views and after the first request.'}`,
  )

const MAX_TEXT = 500

/** A thrown value as text for people. Whoever threw it may be hostile, so this never throws. */
export const messageOf = (error: unknown): string => {
  try {
    const { message }: { readonly message?: unknown } = Object(error)
    return (typeof message === 'string' && message ? message : String(error)).slice(0, MAX_TEXT)
  } catch {
    return 'unknown error'
  }
}

/** Any value as a short text for an error message. Never throws. */
export const quote = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 99)) : messageOf(value)
