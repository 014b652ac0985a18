/** Stable codes of the sandbox server. They are never renamed or reused; messages may change. */
export type SandboxErrorCode =
  // starting
  | 'INVALID_OPTION'
  | 'HOST_NOT_LOOPBACK'
  | 'PORT_IN_USE'
  | 'LISTEN_FAILED'
  // engines
  | 'ENGINE_MISSING'
  | 'ENGINE_OFF'
  | 'ENGINE_START_FAILED'
  | 'ENGINE_DOWN'
  // requests
  | 'INVALID_REQUEST'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_TYPE'

/** Every error the sandbox server throws or reports. Check `code`; the message says what happened and what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'

  constructor(
    readonly code: SandboxErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options)
  }
}

/** True for errors of any copy of this package: checked by name, never by class. */
export const isSandboxError = (error: unknown): error is SandboxError =>
  error instanceof Error && error.name === 'SandboxError' && 'code' in error

/** The HTTP status that answers a request which failed with this error. */
export function statusOf(error: SandboxError): 400 | 403 | 404 | 413 | 415 | 503 {
  switch (error.code) {
    case 'NOT_ALLOWED':
      return 403
    case 'NOT_FOUND':
      return 404
    case 'TOO_LARGE':
      return 413
    case 'UNSUPPORTED_TYPE':
      return 415
    case 'INVALID_REQUEST':
    case 'INVALID_OPTION':
      return 400
    default:
      return 503
  }
}

/** A thrown value as text for people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
