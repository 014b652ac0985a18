import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

/** Makes sure that engine processes end and temporary folders are deleted when this process ends for any reason: a signal, a crash, SIGKILL. */
export interface Reaper {
  /** Starts the guard process, once. Called before the first engine is spawned, so that no engine runs unguarded. */
  arm(): void
  watch(processId: number): void
  unwatch(processId: number): void
  /** Registers a folder to be deleted when this process ends. */
  watchFolder(folder: string): void
  /** Deletes a registered folder. */
  removeFolder(folder: string): void
  /** Kills the watched processes, deletes the registered folders, and ends the guard process. */
  stop(): Promise<void>
}

// Source of the guard process. When the sandbox dies for any reason, the guard's standard input closes, and the guard kills the remaining processes.
// The guard is a string and not a file, so that it works from source and from any bundle of this package.
const guardSource = `
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

/** Creates a reaper. Its guard process starts on `arm()`. */
export function createReaper(): Reaper {
  const watchedProcesses = new Set<number>()
  const folders = new Set<string>()
  let guardProcess: ChildProcess | undefined
  const killAll = () => {
    for (const processId of watchedProcesses) kill(processId)
    for (const folder of folders) remove(folder)
  }
  const sendToGuard = (line: string) => void guardProcess?.stdin?.write(`${line}\n`)

  const start = (): ChildProcess => {
    // detached: Ctrl-C is sent to the whole foreground process group, and the guard must outlive the sandbox
    const child = spawn(process.execPath, ['-e', guardSource], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    child.on('error', ignoreGuardError)
    child.stdin?.on('error', ignoreGuardError)
    child.unref()
    process.on('exit', killAll)
    return child
  }

  return {
    arm: () => {
      guardProcess ??= start()
    },
    watch: (processId) => {
      watchedProcesses.add(processId)
      sendToGuard(`+p${processId}`)
    },
    unwatch: (processId) => {
      watchedProcesses.delete(processId)
      sendToGuard(`-p${processId}`)
    },
    watchFolder: (folder) => {
      folders.add(folder)
      sendToGuard(`+f${encodeURIComponent(folder)}`)
    },
    removeFolder: (folder) => {
      remove(folder)
      folders.delete(folder)
      sendToGuard(`-f${encodeURIComponent(folder)}`)
    },
    stop: async () => {
      const child = guardProcess
      guardProcess = undefined
      process.off('exit', killAll)
      if (!isRunning(child)) return killAll()
      await new Promise<void>((resolve) => {
        child.ref() // this process must not end before the guard process
        child.once('exit', () => resolve())
        child.stdin?.end()
      })
    },
  }
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null

function ignoreGuardError(): void {
  // Not fatal. Without the guard process, the exit handler of this process still kills the engines, except after SIGKILL, an unhandled signal or a
  // crash of Node.js.
}

// retries, because a killed process may still hold files for a moment
const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })

function kill(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL')
  } catch {
    // the process has already ended
  }
}
