import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmEnv } from '../registry/npm.mjs'
import { must, SetupError, step } from './steps.mjs'
import { repository } from './workspaces.mjs'

const stamp = join(repository, 'node_modules/.wallet-modal-install')

const lockfileHash = () =>
  createHash('sha256').update(readFileSync(join(repository, 'package-lock.json'))).digest('hex')

/** Installs what the lockfile says, when that has not been done yet. No package gets to run a script. */
export async function ensureInstalled() {
  refuseOldNode()
  const hash = lockfileHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  await step('Installing packages (npm ci)', () => must('Installing', 'npm', ['ci', '--ignore-scripts'], { env: npmEnv() }))
  writeFileSync(stamp, hash)
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new SetupError(`This needs Node 20.19 or later, and runs on ${process.versions.node}. Install a newer Node and start again.`)
}
