import type { Readable, Writable } from 'node:stream'
import type { ExitCode } from './exit-codes.js'

/** Everything of the outside world that a command may touch, so that tests can hand in another one. */
export interface Environment {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl-C and by signals that end the process. */
  readonly signal: AbortSignal
  /** The folder that `build-assets.mjs` made. */
  readonly assets: string
}

/** How a command ended. */
export interface CommandResult {
  /** The one document of `--json`; absent where the command wrote it already. */
  readonly document?: object
  /** Without: success. */
  readonly exitCode?: ExitCode
}
