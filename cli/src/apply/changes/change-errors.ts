import { CliError } from '../../errors.js'

/** Failure of a command that writes files. */
export interface Failure {
  readonly error: unknown
  /** Whether Ctrl-C or a signal stopped the command. If so, `error` is only the abort reason, which messages for the user omit. */
  readonly isStopped: boolean
}

/** Error: another run is changing the site. */
export const changeRunning = (pid: number | undefined): CliError =>
  new CliError('CHANGE_RUNNING', `Another run is changing this site${pid === undefined ? '' : ` (process ${pid})`}.`, {
    advice: 'Wait until it ends, or stop it, then run the command again.',
  })

/** Error: a file was edited after the change was planned, or is not UTF-8 text. */
export const changedMeanwhile = (path: string): CliError =>
  new CliError('CHANGED_MEANWHILE', `"${path}" was changed by another program in the meantime, or is not UTF-8 text.`, {
    advice: 'Run the command again. Nothing was changed.',
  })

/** Error: an earlier run was killed during a change. The next command that writes files first undoes the changes of that run. */
export const changeInterrupted = (): CliError =>
  new CliError('CHANGE_INTERRUPTED', 'An earlier run was killed while it changed this site.', {
    advice: 'Run `npx create-wallet-modal sync`: it puts the files back as they were before that run.',
  })

/** Error: after a run was killed, the user edited a file that the run had written. */
export const editedSince = (path: string, folder: string): CliError =>
  new CliError(
    'CHANGE_INTERRUPTED',
    `An earlier run was killed while it changed this site, and "${path}" was edited since.`,
    {
      advice: `The files from before that run are in "${folder}". Copy back what you need, delete that folder, and run the command again.`,
    },
  )

/** Error: the journal of a killed run is missing or invalid. */
export const unreadableJournal = (folder: string): CliError =>
  new CliError(
    'CHANGE_INTERRUPTED',
    `An earlier run was killed while it changed this site, and "journal.json" cannot be read in "${folder}".`,
    { advice: 'Restore the site from version control, then delete that folder.' },
  )
