import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { npmEnv } from '../../registry/npm.mjs'

export interface RunningDev {
  /** Resolves when it says that everything runs. */
  readonly ready: Promise<void>
  /** Everything it printed so far. */
  output(): string
  /** Its process and all that came of it. */
  family(): readonly number[]
  /** Presses Ctrl-C: the terminal tells the whole foreground group. Resolves with the exit code. */
  pressCtrlC(): Promise<number | null>
  /** Ends what is left of it, whatever state it is in. */
  kill(): void
}

/** Starts `wallet-modal dev` in a site, as its owner does in a terminal. */
export function startDev(site: string, port: number): RunningDev {
  const child = spawn(join(site, 'node_modules/.bin/wallet-modal'), ['dev', '--port', String(port)], {
    cwd: site,
    env: npmEnv(),
    detached: true, // a group of its own, as a terminal gives it
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${site} has no wallet-modal that can be started.`)
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
  /** Kept, because orphans no longer tell where they came from. */
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

/** The processes that are there, zombies left out, with those that started them. */
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

/** Which of these processes are still there. */
export const stillRunning = (pids: readonly number[]): readonly number[] =>
  running()
    .map(({ pid }) => pid)
    .filter((pid) => pids.includes(pid))
