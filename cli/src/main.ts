import { assetsFolder } from './assets.js'
import { systemCode } from './errors.js'
import { exitCodes } from './exit-codes.js'
import { type Bin, run } from './run.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Package managers pass on what the terminal sent to the whole group anyway: a signal this soon after the first is the same one. */
const echoMs = 1000

/** Runs a bin in this process: the first signal stops it in good order, a later one at once. */
export async function main(bin: Bin): Promise<void> {
  const controller = new AbortController()
  let firstAt = 0
  for (const signal of signals) {
    process.on(signal, () => {
      if (!controller.signal.aborted) firstAt = performance.now()
      else if (performance.now() - firstAt > echoMs) process.exit(exitCodes.interrupted)
      controller.abort(new Error(signal))
    })
  }
  const output = keepWriting()
  const exitCode = await run(
    process.argv.slice(2),
    {
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      cwd: process.cwd(),
      env: process.env,
      signal: controller.signal,
      assets: assetsFolder,
    },
    bin,
  )
  process.exitCode = exitCode === exitCodes.ok && output.failed ? exitCodes.files : exitCode
}

/**
 * An output that is closed (`| head -1`, a terminal that is gone) must not end a run in the middle of a change, as an error that nobody listens
 * to does. What cannot be written for another reason, as on a full disk, is told by the exit code.
 */
function keepWriting(): { readonly failed: boolean } {
  const output = { failed: false }
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!closed.has(systemCode(error) ?? '')) output.failed = true
    })
  return output
}

const closed: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ECONNRESET'])
