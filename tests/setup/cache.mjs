import { createHash } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { SetupError } from './steps.mjs'
import { repository } from './workspaces.mjs'

/** @param {string} text */
export const shortHash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * A cache folder outside the repository, so that a site in it cannot resolve our `node_modules` in a parent folder. Each user and each clone
 * of the repository has its own.
 * @param {...string} parts
 */
export function cacheFolder(...parts) {
  const { uid, username } = userInfo()
  const top = join(tmpdir(), `wallet-modal-${uid < 0 ? username : uid}-${shortHash(repository)}`)
  mkdirSync(top, { recursive: true, mode: 0o700 })
  if (process.getuid && statSync(top).uid !== process.getuid())
    throw new SetupError(`${top} belongs to another user. Remove it, or set TMPDIR to a folder of your own.`)
  const folder = join(top, ...parts)
  mkdirSync(folder, { recursive: true })
  return folder
}
