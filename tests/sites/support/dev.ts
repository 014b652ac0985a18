import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { npmEnv } from '../../registry/npm.mjs'

export interface RunningDev {
  /** Resolves when `wallet-modal dev` reports that all servers run. */
  readonly ready: Promise<void>
  /** Output of `wallet-modal dev` so far, without escape sequences. */
  output(): string
  /** Process ids of `wallet-modal dev` and its descendants. */
  family(): readonly number[]
  /** Sends SIGINT to the process group, like Ctrl-C in a terminal. Resolves with the exit code of `wallet-modal dev`. */
  pressCtrlC(): Promise<number | null>
  /** Kills all remaining processes of `wallet-modal dev`. */
  kill(): void
}

/** Starts `wallet-modal dev` in a site, as in a terminal. */
export function startDev(site: string, port: number): RunningDev {
  const child = spawn(join(site, 'node_modules/.bin/wallet-modal'), ['dev', '--port', String(port)], {
    cwd: site,
    env: npmEnv(),
    detached: true, // its own process group, as in a terminal
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${site} has no executable wallet-modal.`)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk)
        if (output.includes('Ctrl-C ends it')) resolve()
      })
    void ended.then((code) => reject(new Error(`wallet-modal dev ended with ${code}:\n${output}`)))
  })
  /** The process, and every descendant that a call of `family` has found. They are kept, because an orphan cannot be found through its parent. */
  const known = new Set([pid])
  const family = (): readonly number[] => {
    for (const id of descendants(pid)) known.add(id)
    return [...known]
  }
  return {
    ready,
    output: () => stripVTControlCharacters(output),
    family,
    pressCtrlC() {
      process.kill(-pid, 'SIGINT')
      return ended
    },
    kill() {
      for (const id of stillRunning(family())) process.kill(id, 'SIGKILL')
    },
  }
}

/** All running processes with their parents, without zombies. */
function running(): readonly { readonly pid: number; readonly parent: number }[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

function descendants(pid: number, all = running()): readonly number[] {
  const children = all.filter(({ parent }) => parent === pid)
  return children.flatMap((child) => [child.pid, ...descendants(child.pid, all)])
}

/** The ids in `pids` whose processes still run. */
export const stillRunning = (pids: readonly number[]): readonly number[] =>
  running()
    .map(({ pid }) => pid)
    .filter((pid) => pids.includes(pid))
