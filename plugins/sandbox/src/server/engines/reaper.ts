import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Makes sure that engine processes end with this one and leave no files, whatever ends it: a signal, a crash, SIGKILL. */
export interface Reaper {
  /** Starts the guard process, once. Called before an engine is spawned, so that there is no moment without a guard. */
  arm(): void
  watch(processId: number): void
  unwatch(processId: number): void
  /** A folder that must not outlive this process. */
  watchFolder(folder: string): void
  /** Removes a folder that was watched. */
  removeFolder(folder: string): void
  /** Ends the guard process; watched processes are killed with it. */
  stop(): Promise<void>
}

// Runs in a process of its own. Its standard input closes when the sandbox dies, however it dies, and then it kills what is left.
// It is a text and not a file, so that it works from sources and from any bundle of this package.
const guard = `
const { rmSync } = require('node:fs')
const pids = new Set()
const folders = new Set()
let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const [action, kind, name] = [line[0], line[1], line.slice(2)]
    const [set, item] = kind === 'p' ? [pids, +name] : [folders, decodeURIComponent(name)]
    action === '+' ? set.add(item) : set.delete(item)
  }
})
const end = () => {
  for (const pid of pids) try { process.kill(pid, 'SIGKILL') } catch {}
  for (const folder of folders) try { rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }) } catch {}
  process.exit()
}
process.stdin.on('close', end).on('error', end)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
`

/** A reaper. Its guard process starts when it is armed. */
export function createReaper(): Reaper {
  const watched = new Set<number>()
  const folders = new Set<string>()
  let guardProcess: ChildProcess | undefined
  const killAll = () => {
    for (const processId of watched) kill(processId)
    for (const folder of folders) remove(folder)
  }
  const tell = (line: string) => void guardProcess?.stdin?.write(`${line}\n`)

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
      tell(`+p${processId}`)
    },
    unwatch: (processId) => {
      watched.delete(processId)
      tell(`-p${processId}`)
    },
    watchFolder: (folder) => {
      folders.add(folder)
      tell(`+f${encodeURIComponent(folder)}`)
    },
    removeFolder: (folder) => {
      remove(folder)
      folders.delete(folder)
      tell(`-f${encodeURIComponent(folder)}`)
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

// a process that was just killed may still hold files for a moment
const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })

function kill(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL')
  } catch {
    // already gone, which is what is wanted
  }
}
