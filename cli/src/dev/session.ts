import { type ProcessEnd, type RunningProcess, startProcess } from '../apply/process.js'
import { CliError } from '../errors.js'
import { isObject } from '../plan/files/json.js'
import { awaitHttp } from './await-http.js'
import type { DevProgram } from './programs.js'

const startMs = 120_000
const graceMs = 5000
const shownLines = 15

/** Programs that run together. The caller stops all of them when one ends. */
export interface Session {
  /** Starts a program and resolves when it is ready. Throws `PROCESS_FAILED` if it ends or is not ready in 120 seconds. Rejects when aborted. */
  start(program: DevProgram): Promise<void>
  /**
   * Stops a program and starts it again, or starts `next` instead. Concurrent restarts run one after another. A failed restart resolves `failure`.
   */
  restart(program: DevProgram, next?: DevProgram): void
  /** Resolves with the error of the first program that ends or fails to restart. Stays pending while all programs run. */
  readonly failure: Promise<CliError>
  /** Stops all programs and their descendants. Begins with the program that was started last. */
  stop(): Promise<void>
}

export interface SessionInput {
  readonly cwd: string
  readonly color: boolean
  readonly signal: AbortSignal
  readonly onLine: (program: DevProgram, line: string) => void
}

/** Creates an empty session. */
export function createSession(input: SessionInput): Session {
  const running = new Map<RunningProcess, DevProgram>()
  let isStopped = false
  let restarts: Promise<void> = Promise.resolve()
  let resolveFailure: (error: CliError) => void
  const failure = new Promise<CliError>((resolve) => {
    resolveFailure = resolve
  })

  const start = async (program: DevProgram): Promise<void> => {
    const { child, whenReady, lines } = launch(program, input)
    running.set(child, program)
    void child.ended.then((end) => running.has(child) && resolveFailure(endedError(program, end)))
    const settled = new AbortController()
    const limit = AbortSignal.any([input.signal, settled.signal, AbortSignal.timeout(startMs)])
    const failed = child.ended.then((end) => Promise.reject(endedError(program, end, lines)))
    const ready = program.name === 'sandbox' ? whenReady : awaitHttp(program.url, limit)
    try {
      await Promise.race([ready, failed, rejectOnTimeout(limit, program)])
    } finally {
      settled.abort()
    }
    input.signal.throwIfAborted()
  }

  const startAgain = async (program: DevProgram, next: DevProgram): Promise<void> => {
    const child = [...running].find(([, one]) => one === program)?.[0]
    if (child === undefined) return
    running.delete(child)
    await child.stop(graceMs)
    if (!isStopped) await start(next)
  }
  const restart = (program: DevProgram, next = program): void => {
    restarts = restarts
      .then(() => startAgain(program, next))
      .catch((error: unknown) => {
        if (error instanceof CliError) resolveFailure(error)
        else if (!input.signal.aborted) throw error
      })
  }

  const stop = async (): Promise<void> => {
    isStopped = true
    const children = [...running.keys()].reverse()
    running.clear()
    for (const child of children) await child.stop(graceMs)
    await restarts
  }
  return { start, restart, failure, stop }
}

interface LaunchedProgram {
  readonly child: RunningProcess
  /** Resolves when the sandbox prints its ready line. Never resolves for dev servers, which print no such line. */
  readonly whenReady: Promise<void>
  /** Last lines of the program's output. */
  readonly lines: readonly string[]
}

function launch(program: DevProgram, { cwd, color, onLine }: SessionInput): LaunchedProgram {
  const lines: string[] = []
  let resolveReady: () => void
  const whenReady = new Promise<void>((resolve) => {
    resolveReady = resolve
  })
  const child = startProcess({
    file: program.file,
    args: program.args,
    cwd,
    stdin: 'pipe',
    env: color ? { FORCE_COLOR: '1' } : {},
    onLine: (line, stream) => {
      if (stream === 'stdout' && program.name === 'sandbox' && isReadyLine(line)) return resolveReady()
      lines.push(line)
      if (lines.length > shownLines) lines.shift()
      onLine(program, line)
    },
  })
  return { child, whenReady, lines }
}

/** The sandbox prints one line of JSON when it is ready. */
function isReadyLine(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    return isObject(JSON.parse(line))
  } catch {
    return false // another line that begins with a brace
  }
}

const rejectOnTimeout = (limit: AbortSignal, program: DevProgram): Promise<never> =>
  new Promise((_, reject) => {
    const fail = (): void =>
      reject(new CliError('PROCESS_FAILED', `The ${program.name} was not ready after ${startMs / 1000} seconds.`))
    if (limit.aborted) fail()
    else limit.addEventListener('abort', fail, { once: true })
  })

/** Error that reports how a program ended, with the last lines of its output. */
function endedError(program: DevProgram, end: ProcessEnd, lines: readonly string[] = []): CliError {
  const how = end.signal
    ? `was ended by ${end.signal}`
    : end.exitCode === undefined
      ? 'could not be started'
      : `ended with exit code ${end.exitCode}`
  return new CliError('PROCESS_FAILED', [`The ${program.name} ${how}.`, ...lines].join('\n'), {
    advice: end.signal
      ? 'Another program or the operating system ended it, for example because the memory was full.'
      : 'Its output above states the reason.',
    cause: end.error,
  })
}
