/** Output and exit status of a short program. */
export interface CommandEnd {
  readonly exitCode: number | undefined
  readonly stdout: string
  readonly stderr: string
  /** Set if the program could not be started. */
  readonly error: unknown
}

export interface CommandInput {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Runs a short program to its end, without a shell. When aborted, stops it and throws the signal's reason. */
export async function runCommand({ file, args, cwd, env, signal }: CommandInput): Promise<CommandEnd> {
  const { startProcess } = await import('./process.js')
  signal.throwIfAborted()
  const lines: Record<'stdout' | 'stderr', string[]> = { stdout: [], stderr: [] }
  const onLine = (line: string, stream: 'stdout' | 'stderr'): void => void lines[stream].push(line)
  const child = startProcess({ file, args, cwd, stdin: 'ignore', onLine, ...(env ? { env } : {}) })
  let stopping: Promise<void> | undefined
  const onAbort = (): void => {
    stopping = child.stop(1000)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  const { exitCode, error } = await child.ended
  signal.removeEventListener('abort', onAbort)
  await stopping
  signal.throwIfAborted()
  return { exitCode, error, stdout: lines.stdout.join('\n'), stderr: lines.stderr.join('\n') }
}
