import { execa } from 'execa'
import { systemCode } from '../errors.js'

/** Exit status of a process. If the process could not be started, only `error` is set. */
export interface ProcessEnd {
  readonly exitCode: number | undefined
  readonly signal: string | undefined
  readonly error: unknown
}

/** Child process. `stop` also stops its descendants, except on Windows. */
export interface RunningProcess {
  readonly pid: number | undefined
  /** Never rejects. */
  readonly ended: Promise<ProcessEnd>
  /**
   * Sends SIGTERM to the process group, and SIGKILL when the main process has ended or `graceMs` has passed. The SIGKILL also ends remaining
   * descendants. Resolves when the process has ended. Rejects if the system refuses a signal and the process is still running.
   */
  stop(graceMs: number): Promise<void>
}

export interface ProcessInput {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Called with each line, without the line end. */
  readonly onLine?: (line: string, stream: 'stdout' | 'stderr') => void
  /** `pipe` gives the child a stdin that closes when this process ends for any reason. */
  readonly stdin: 'ignore' | 'pipe'
}

const hasGroups = process.platform !== 'win32'
/** Time to wait for the exit of a process after a signal to its group was refused, in milliseconds. */
const EXIT_REPORT_MS = 1_000

/** Starts a program with its arguments, without a shell. This module is slow to load: import it with `import()`, just before a program is started. */
export function startProcess({ file, args, cwd, env, onLine, stdin }: ProcessInput): RunningProcess {
  const child = execa(file, args, {
    cwd,
    stdin,
    buffer: false,
    reject: false,
    detached: hasGroups,
    cleanup: !hasGroups,
    windowsHide: true,
    ...(env ? { env } : {}),
  })
  const lines = (stream: 'stdout' | 'stderr') =>
    forEachLine(child.iterable({ from: stream }), (line) => onLine?.(line, stream))
  const reading = Promise.allSettled([lines('stdout'), lines('stderr')])
  const ended = new Promise<Omit<ProcessEnd, 'error'> & { readonly error?: unknown }>((resolve) => {
    // Listens to `exit` instead of awaiting execa's promise, which waits for grandchildren that hold a pipe open.
    child.once('exit', (code, signal) => resolve({ exitCode: code ?? undefined, signal: signal ?? undefined }))
    child.once('error', (error) => resolve({ exitCode: undefined, signal: undefined, error }))
  }).then(async ({ exitCode, signal, error }): Promise<ProcessEnd> => {
    await Promise.race([reading, delay(500)])
    return { exitCode, signal, error }
  })
  const endsWithin = (ms: number): Promise<boolean> =>
    Promise.race([ended.then(() => true), delay(ms).then(() => false)])
  const signalGroup = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.pid === undefined) return
    try {
      if (hasGroups) process.kill(-child.pid, signal)
      else child.kill(signal)
    } catch (error) {
      const code = systemCode(error)
      // macOS reports EPERM for a group whose processes have all exited, even before Node reports the exit
      const hasEnded = code === 'ESRCH' || (code === 'EPERM' && (await endsWithin(EXIT_REPORT_MS)))
      if (!hasEnded) throw error
    }
  }
  const stop = async (graceMs: number): Promise<void> => {
    await signalGroup('SIGTERM')
    await Promise.race([ended, delay(graceMs)])
    await signalGroup('SIGKILL')
    await ended
  }
  return { pid: child.pid, ended, stop }
}

async function forEachLine(lines: AsyncIterable<unknown>, run: (line: string) => void): Promise<void> {
  for await (const line of lines) run(String(line))
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
