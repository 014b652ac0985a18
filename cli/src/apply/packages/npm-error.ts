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

/** Error: npm could not do what `action` names, such as `fetch "x"`. `NO_PACKAGE_MANAGER` if it is not installed, else `INSTALL_FAILED`. */
export function npmFailed(action: string, { exitCode, error, stdout }: CommandEnd): CliError {
  if (systemCode(error) === 'ENOENT') return noNpm(error)
  const { code, summary } = parseError(stdout)
  return new CliError(
    'INSTALL_FAILED',
    `npm could not ${action} (${code ?? `exit code ${exitCode}`}). ${summary}`.trimEnd(),
    {
      advice:
        'Nothing was changed. Check the network connection and the registry that npm uses, then run the command again.',
      cause: error,
    },
  )
}

const noNpm = (cause: unknown): CliError =>
  new CliError(
    'NO_PACKAGE_MANAGER',
    'Inspecting a third-party plugin needs npm, which is not installed on this machine.',
    {
      advice: 'Install npm, which is part of Node.js, or install the plugin yourself. Then run this command again.',
      cause,
    },
  )
