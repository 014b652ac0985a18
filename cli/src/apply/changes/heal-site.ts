import { findWorkspaceOf } from '../packages/site-manager.js'
import { healChange, interruptionOf } from './change-heal.js'

export interface HealOptions {
  /** Whether files may be restored. If `false`, `healSite` throws `CHANGE_INTERRUPTED` or `CHANGE_RUNNING` for an incomplete change. */
  readonly heals: boolean
  readonly warn: (message: string) => void
}

/**
 * Restores the files of a killed run before the site is read. Warns the user, and lists the files that are not restored (see `HealResult`). Returns
 * whether files were restored. Throws the errors of `healChange`.
 */
export async function healSite(folder: string, { heals, warn }: HealOptions): Promise<boolean> {
  if (!heals) {
    await refuseInterrupted(folder)
    return false
  }
  const healed = await healChange(folder, await findWorkspaceOf(folder))
  if (!healed) return false
  const editedNotice = healed.edited.map((path) => ` "${path}" was edited since and was not restored.`).join('')
  const skippedNotice = healed.skipped.map(
    (path) =>
      ` "${path}" was not restored, because its copy may come from another folder. Restore it from version control.`,
  )
  warn(
    `An earlier run was killed while it changed this site. The site's files are as they were before that run.${editedNotice}${skippedNotice.join('')}`,
  )
  return true
}

/** Throws `CHANGE_INTERRUPTED` or `CHANGE_RUNNING` if the site has an incomplete change: a command that only reads would print wrong results. */
export async function refuseInterrupted(folder: string): Promise<void> {
  const interruption = await interruptionOf(folder)
  if (interruption) throw interruption
}
