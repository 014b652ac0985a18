import { assetsFolder } from './assets.js'
import { systemCode } from './errors.js'
import { exitCodes } from './exit-codes.js'
import { type Bin, run } from './run.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * A terminal sends Ctrl-C to the whole process group, and package managers forward it once more: a signal shortly after the first is the same one.
 */
const echoMs = 1000

/** Runs a bin in this process: the first signal stops it cleanly, a later one at once. */
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
 * A closed output (`| head -1`, a closed terminal) must not end a run in the middle of a change, as an unhandled error would. Other write errors,
 * such as a full disk, are reported by the exit code.
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
