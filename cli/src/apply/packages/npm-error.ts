import { CliError, systemCode } from '../../errors.js'
import { isObject, parseJson } from '../../plan/files/json.js'
import type { CommandEnd } from '../run-command.js'

interface NpmError {
  readonly code: string | undefined
  readonly summary: string
}

/** The error that npm prints with `--json`. */
function parseError(stdout: string): NpmError {
  try {
    const value: unknown = parseJson(stdout)
    const error = isObject(value) ? value.error : undefined
    if (isObject(error))
      return {
        code: typeof error.code === 'string' ? error.code : undefined,
        summary: typeof error.summary === 'string' ? error.summary : '',
      }
  } catch {
    // npm did not print JSON: use the exit code
  }
  return { code: undefined, summary: '' }
}

/** Whether npm found no such package or version. */
export const isNotFound = (stdout: string): boolean =>
  ['E404', 'ETARGET', 'ENOVERSIONS'].includes(parseError(stdout).code ?? '')

/**
 * Error: npm failed. `action` completes the sentence "npm could not ...", for example `fetch "x"`. The code is `NO_PACKAGE_MANAGER` if npm is not
 * installed, else `INSTALL_FAILED`.
 */
export function npmFailed(action: string, { exitCode, error, stdout }: CommandEnd): CliError {
  if (systemCode(error) === 'ENOENT') return noNpm(action, error)
  const { code, summary } = parseError(stdout)
  const exit = exitCode === undefined ? 'it was stopped' : `exit code ${exitCode}`
  return new CliError(
    'INSTALL_FAILED',
    `npm could not ${action} (${code ?? systemCode(error) ?? exit}). ${summary}`.trimEnd(),
    {
      advice:
        'Nothing was changed. Check the network connection and the registry that npm uses, then run the command again.',
      cause: error,
    },
  )
}

const noNpm = (action: string, cause: unknown): CliError =>
  new CliError(
    'NO_PACKAGE_MANAGER',
    `npm could not ${action}, because npm is not installed on this machine. This command reads packages with npm, even if the site uses another package manager.`,
    {
      advice: 'Nothing was changed. Install npm, which is part of Node.js, then run this command again.',
      cause,
    },
  )
