import { type ChildProcess, spawn } from 'node:child_process'

/** Makes sure that engine processes end with this one, whatever ends it: a signal, a crash, SIGKILL. */
export interface Reaper {
  /** Starts the guard process, once. Called before an engine is spawned, so that there is no moment without a guard. */
  arm(): void
  watch(processId: number): void
  unwatch(processId: number): void
  /** Ends the guard process; watched processes are killed with it. */
  stop(): Promise<void>
}

// Runs in a process of its own. Its standard input closes when the sandbox dies, however it dies, and then it kills what is left.
// It is a text and not a file, so that it works from sources and from any bundle of this package.
const guard = `
const pids = new Set()
let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) line[0] === '+' ? pids.add(+line.slice(1)) : pids.delete(+line.slice(1))
})
const end = () => {
  for (const pid of pids) try { process.kill(pid, 'SIGKILL') } catch {}
  process.exit()
}
process.stdin.on('close', end).on('error', end)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
`

/** A reaper. Its guard process starts when it is armed. */
export function createReaper(): Reaper {
  const watched = new Set<number>()
  let guardProcess: ChildProcess | undefined
  const killAll = () => {
    for (const processId of watched) kill(processId)
  }

  const start = (): ChildProcess => {
    // detached: Ctrl-C goes to the whole foreground group, and the guard has to outlive the sandbox
    const child = spawn(process.execPath, ['-e', guard], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    child.on('error', unguarded)
    child.stdin?.on('error', unguarded)
    child.unref()
    process.on('exit', killAll)
    return child
  }

  return {
    arm: () => {
      guardProcess ??= start()
    },
    watch: (processId) => {
      watched.add(processId)
      guardProcess?.stdin?.write(`+${processId}\n`)
    },
    unwatch: (processId) => {
      watched.delete(processId)
      guardProcess?.stdin?.write(`-${processId}\n`)
    },
    stop: async () => {
      const child = guardProcess
      guardProcess = undefined
      process.off('exit', killAll)
      if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      await new Promise<void>((resolve) => {
        child.ref() // waited for: the process must not end before the guard has
        child.once('exit', () => resolve())
        child.stdin?.end()
      })
    },
  }
}

function unguarded(): void {
  // Without a guard the exit handler still covers every end but SIGKILL, so this is no reason to fail.
}

function kill(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL')
  } catch {
    // already gone, which is what is wanted
  }
}
