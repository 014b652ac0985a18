/** Exit codes. `--help` prints them; a test compares them with the table in README.md. */
export const exitCodes = {
  ok: 0,
  problems: 1,
  usage: 2,
  project: 3,
  install: 4,
  files: 5,
  process: 6,
  internal: 70,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done',
  problems:
    'a check found a problem (`doctor`, `sync --check`), or the modal of a page without a bundler could not be built',
  usage: 'a flag or argument is wrong, or an answer is missing and there is no terminal to ask',
  project: 'the folder, wallet-modal.json or a plugin is invalid',
  install: 'the package manager failed or is not installed',
  files: 'a file or URL could not be read, or a file could not be written, for example on a full disk',
  process: 'a process of `dev` did not start or ended unexpectedly, or its port is in use',
  internal: 'internal error of this tool: please report it',
  interrupted: 'stopped by Ctrl-C or a signal; the files are as before, unless the message says otherwise',
}

/** The exit codes as lines of text for `--help`. */
export const exitCodeHelp = (): string =>
  [
    'Exit codes:',
    ...Object.entries(exitCodes).map(([key, code]) => `  ${String(code).padEnd(4)}${meaningOf(key)}`),
  ].join('\n')

const meaningOf = (key: string): string => Object.entries(meanings).find(([name]) => name === key)?.[1] ?? ''
