import { CliError } from '../../errors.js'

/** Another run is active. */
export const running = (pid: number | undefined): CliError =>
  new CliError('CHANGE_RUNNING', `Another run is changing this site${pid === undefined ? '' : ` (process ${pid})`}.`, {
    advice: 'Wait until it ends, or stop it, then run the command again.',
  })

/** A file has changed since the change was planned. */
export const changedMeanwhile = (path: string): CliError =>
  new CliError('CHANGED_MEANWHILE', `"${path}" was changed by another program in the meantime, or is not UTF-8 text.`, {
    advice: 'Run the command again. Nothing was changed.',
  })

/** A run was killed during a change, which the next run that may write undoes. */
export const interrupted = (): CliError =>
  new CliError('CHANGE_INTERRUPTED', 'An earlier run was killed while it changed this site.', {
    advice: 'Run `npx create-wallet-modal sync`: it puts the files back as they were before that run.',
  })

/** The user has edited a file that a killed run had written. */
export const editedSince = (path: string, folder: string): CliError =>
  new CliError(
    'CHANGE_INTERRUPTED',
    `An earlier run was killed while it changed this site, and "${path}" was edited since.`,
    {
      advice: `The files from before that run are in "${folder}". Copy back what you need, delete that folder, and run the command again.`,
    },
  )

export const unreadableJournal = (folder: string): CliError =>
  new CliError(
    'CHANGE_INTERRUPTED',
    `An earlier run was killed while it changed this site, and "journal.json" cannot be read in "${folder}".`,
    { advice: 'Restore the site from version control, then delete that folder.' },
  )
