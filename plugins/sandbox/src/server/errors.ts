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

/** A thrown value as text for people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
