import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../registry/npm.mjs'
import { must, run, SetupError, step } from './steps.mjs'
import { repository } from './workspaces.mjs'

/** npm writes it when an installation is complete. */
const installed = join(repository, 'node_modules/.package-lock.json')
const lockfile = join(repository, 'package-lock.json')

/** `npm install` writes both files, the lockfile a moment later. */
const momentMs = 5000

const isCurrent = () => existsSync(installed) && statSync(installed).mtimeMs + momentMs >= statSync(lockfile).mtimeMs

/**
 * Installs what the lockfile says, when that has not been done yet. No package gets to run a script. If npm says that lockfile and package.json
 * differ: `npm run lockfile`.
 */
export async function ensureInstalled() {
  refuseOldNode()
  if (isCurrent()) return
  await step('Installing packages (npm ci)', install)
}

/**
 * The lockfile names no registry, so npm looks every package up. What its cache knows of a locked version is as good, and takes a quarter less time;
 * a cache that is older than the lockfile lacks some versions, and the registry is asked for all.
 */
async function install() {
  const args = ['ci', '--ignore-scripts']
  const { ok } = await run('npm', [...args, '--prefer-offline'], { env: npmEnv() })
  if (!ok) await must('Installing', 'npm', args, { env: npmEnv() })
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new SetupError(
      `This needs Node 20.19 or later, and runs on ${process.versions.node}. Install a newer Node and start again.`,
    )
}
