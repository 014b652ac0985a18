import { findWorkspaceOf } from '../packages/site-manager.js'
import { healChange, interruptionOf } from './change-heal.js'

/** How a command begins in the folder of a site. */
export interface HealOptions {
  /** `false` for a run that must write nothing: it refuses instead. */
  readonly heals: boolean
  readonly warn: (message: string) => void
}

/**
 * Puts back what a killed run left half-done, before anything of the site is read, and says so. Says whether there was such a run. Throws
 * `CHANGE_RUNNING` while that run is at work, and `CHANGE_INTERRUPTED` where nothing may be written or a person has changed a file since.
 */
export async function healSite(folder: string, { heals, warn }: HealOptions): Promise<boolean> {
  if (!heals) {
    await refuseInterrupted(folder)
    return false
  }
  const healed = await healChange(folder, await findWorkspaceOf(folder))
  if (!healed) return false
  const kept = healed.edited.map((path) => ` "${path}" was edited since and stays as it is.`).join('')
  warn(`An earlier run was killed while it changed this site. Its files are as they were before that run.${kept}`)
  return true
}

/** For a command that only reads: what it would read is half of a change. */
export async function refuseInterrupted(folder: string): Promise<void> {
  const interruption = await interruptionOf(folder)
  if (interruption) throw interruption
}
