/** Stable codes of the sandbox server. They are never renamed or reused; messages may change. */
export type SandboxErrorCode =
  // start-up
  | 'INVALID_OPTION'
  | 'HOST_NOT_LOOPBACK'
  | 'PORT_IN_USE'
  | 'LISTEN_FAILED'
  // engines
  | 'ENGINE_MISSING'
  | 'ENGINE_OFF'
  | 'ENGINE_START_FAILED'
  | 'ENGINE_DOWN'

/** Error of the sandbox server. Check `code`; the message says what happened and what to do. */
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

/** Type guard by name, because several copies of this package may be loaded. */
export const isSandboxError = (error: unknown): error is SandboxError =>
  error instanceof Error && error.name === 'SandboxError' && 'code' in error

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
