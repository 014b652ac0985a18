import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../registry/npm.mjs'
import { must, run, SetupError, step } from './steps.mjs'
import { repository } from './workspaces.mjs'

/** npm writes this file at the end of an installation. */
const installed = join(repository, 'node_modules/.package-lock.json')
const lockfile = join(repository, 'package-lock.json')

/** Tolerance in milliseconds: `npm install` writes the lockfile shortly after the file above. */
const momentMs = 5000

const isCurrent = () => existsSync(installed) && statSync(installed).mtimeMs + momentMs >= statSync(lockfile).mtimeMs

/**
 * Installs the packages of the lockfile if they are not installed yet. No package may run an install script. If npm reports that lockfile and
 * package.json differ, run `npm run lockfile`.
 */
export async function ensureInstalled() {
  refuseOldNode()
  if (isCurrent()) return
  await step('Installing packages (npm ci)', install)
}

/**
 * The lockfile contains no registry URLs, so npm looks up every package. With npm's cache this takes a quarter less time. If the cache lacks
 * a locked version, everything is looked up in the registry.
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
