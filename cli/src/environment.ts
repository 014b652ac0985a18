import type { Readable, Writable } from 'node:stream'
import type { ExitCode } from './exit-codes.js'

/** Process context of a command: its streams, folder, environment variables and abort signal. */
export interface Environment {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl-C and by termination signals. */
  readonly signal: AbortSignal
  /** Folder that `build-assets.mjs` created. */
  readonly assets: string
}

/** Result of a command. */
export interface CommandResult {
  /** Document for `--json`; absent if the command has already printed it. */
  readonly document?: object
  /** Default: success. */
  readonly exitCode?: ExitCode
}
