import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { localBitcoinNetwork as network } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { createReaper, type Reaper } from '../engines/reaper.js'
import { createBitcoinEngine } from './bitcoin-engine.js'
import { bitcoinDevelopmentAccounts } from './development-accounts.js'

export const binary = process.env.BITCOIND_PATH ?? ''
export const [alice = '', bob = ''] = bitcoinDevelopmentAccounts
export const BTC = 100_000_000n
export let reaper: Reaper
export let folder: string
export const engines: Engine[] = []
export const createEngine = (file: string, startTimeoutMs?: number): Engine => {
  const engine = createBitcoinEngine({ network, binary: file, reaper, ...(startTimeoutMs && { startTimeoutMs }) })
  engines.push(engine)
  return engine
}

/** Whether a process runs. A zombie (state Z: it has ended, but its parent has not collected its exit code) does not count. */
export const isAlive = (processId: number): boolean =>
  execFileSync('ps', ['-A', '-o', 'pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .some((row) => new RegExp(`^\\s*${processId} [^Z]`).test(row))

export const processIdOf = (engine: Engine): number => {
  const status = engine.status()
  if (status.state !== 'running') throw new Error(`the engine is ${status.state}`)
  return status.processId
}

export const dataFolders = () => readdirSync(folder).filter((name) => name.startsWith('wallet-modal-bitcoin-'))

/** Writes a fake executable of the node, a Node.js script, and returns its path. */
export function script(text: string): string {
  const file = path.join(folder, 'bitcoind')
  writeFileSync(file, `#!${process.execPath}\n${text}`)
  chmodSync(file, 0o755)
  return file
}

export function resetEachTest(): void {
  beforeEach(() => {
    reaper = createReaper()
    folder = mkdtempSync(path.join(tmpdir(), 'sandbox-engine-'))
    vi.stubEnv('TMPDIR', folder)
  })
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
    await reaper.stop()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
}
