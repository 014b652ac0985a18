import { type ExitCode, exitCodes } from './exit-codes.js'

const codes = {
  USAGE: exitCodes.usage,
  NO_TTY: exitCodes.usage,
  INVALID_NAME: exitCodes.usage,
  INVALID_PATH: exitCodes.usage,
  INVALID_OPTION: exitCodes.usage,
  UNKNOWN_TEMPLATE: exitCodes.usage,
  UNKNOWN_PLUGIN: exitCodes.usage,
  UNKNOWN_RELEASE: exitCodes.usage,
  UNKNOWN_NETWORK: exitCodes.usage,
  FEATURE_UNAVAILABLE: exitCodes.usage,
  FEATURE_NEEDS_PLUGIN: exitCodes.usage,
  NOT_EMPTY: exitCodes.project,
  TARGET_NOT_FOLDER: exitCodes.project,
  TARGET_IS_CURRENT: exitCodes.project,
  NO_SITE: exitCodes.project,
  UNKNOWN_SITE: exitCodes.project,
  SITE_EXISTS: exitCodes.project,
  INVALID_SITE: exitCodes.project,
  INVALID_MANIFEST: exitCodes.project,
  NOT_INSTALLED: exitCodes.project,
  MISSING_CAPABILITY: exitCodes.project,
  DUPLICATE_PROVIDER: exitCodes.project,
  CONFLICT: exitCodes.project,
  CYCLE: exitCodes.project,
  NAME_CLASH: exitCodes.project,
  KERNEL_MISMATCH: exitCodes.project,
  GENERATED_EDITED: exitCodes.project,
  GENERATED_STALE: exitCodes.problems,
  STILL_NEEDED: exitCodes.project,
  CHANGE_RUNNING: exitCodes.project,
  CHANGE_INTERRUPTED: exitCodes.project,
  CHANGED_MEANWHILE: exitCodes.project,
  NO_DEV_SERVER: exitCodes.project,
  BUILD_FAILED: exitCodes.problems,
  INSTALL_FAILED: exitCodes.install,
  NO_PACKAGE_MANAGER: exitCodes.install,
  FETCH_FAILED: exitCodes.files,
  FETCH_REFUSED: exitCodes.usage,
  DISK_FULL: exitCodes.files,
  FILE_ERROR: exitCodes.files,
  PORT_IN_USE: exitCodes.process,
  PROCESS_FAILED: exitCodes.process,
  INTERNAL: exitCodes.internal,
  INTERRUPTED: exitCodes.interrupted,
} as const satisfies Record<string, ExitCode>

/** Stable error codes. They are never renamed or reused; messages may change. */
export type CliErrorCode = keyof typeof codes

/** Error for users. `message` states the problem and names the file, plugin or setting; `advice` states the fix. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly advice: string | undefined
  readonly exitCode: ExitCode
  /** Whether the command has left files changed. If so, `message` names them, and `advice` states how to restore or complete them. */
  readonly leavesChanges: boolean

  constructor(
    readonly code: CliErrorCode,
    message: string,
    { advice, cause, exitCode = codes[code], leavesChanges = false }: ErrorDetails = {},
  ) {
    super(message, { cause })
    this.advice = advice
    this.exitCode = exitCode
    this.leavesChanges = leavesChanges
  }
}

interface ErrorDetails {
  readonly advice?: string | undefined
  readonly cause?: unknown
  /** Default: the exit code of the error's code. */
  readonly exitCode?: ExitCode
  /** Default: `false`. */
  readonly leavesChanges?: boolean
}

/**
 * For errors in wallet-modal.json: returns a usage error with the exit code `project`, and other errors unchanged. Checks of wallet-modal.json also
 * run on command-line arguments, where their errors are usage errors.
 */
export function toSiteError(error: unknown): unknown {
  if (!(error instanceof CliError) || error.exitCode !== exitCodes.usage) return error
  return new CliError(error.code, error.message, { advice: error.advice, cause: error, exitCode: exitCodes.project })
}

/** Runs a check of the contents of wallet-modal.json, and converts its errors with `toSiteError`. */
export function asSiteErrors<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw toSiteError(error)
  }
}

/** Converts a thrown value to text for users. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The `code` of a Node.js system error (`ENOENT`, `ENOSPC`, ...), if it has one. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/**
 * Converts a file system error to an error for users. `action` is the subject of the message, such as `Writing "x"`. A `CliError` is returned
 * unchanged.
 */
export function toFileError(error: unknown, action: string): CliError {
  if (error instanceof CliError) return error
  const code = systemCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new CliError('DISK_FULL', `${action} failed: the disk is full.`, {
      advice: 'Free some space and run the same command again.',
      cause: error,
    })
  }
  const advice = code ? fileAdvice[code] : undefined
  return new CliError('FILE_ERROR', `${action} failed: ${messageOf(error)}`, { advice, cause: error })
}

const fileAdvice: Readonly<Record<string, string>> = {
  EACCES: 'This user has no permission for that path: choose another folder, or change the permissions.',
  EPERM: 'This user has no permission for that path: choose another folder, or change the permissions.',
  EROFS: 'The file system is read-only: choose another folder.',
  ENAMETOOLONG: 'The name is too long for this file system: choose a shorter one.',
  EMFILE: 'Too many files are open: close some programs and try again.',
}
