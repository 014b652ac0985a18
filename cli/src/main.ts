import { assetsFolder } from './assets.js'
import { systemCode } from './errors.js'
import { exitCodes } from './exit-codes.js'
import { type Bin, run } from './run.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Time after the first signal in which further signals are ignored. One Ctrl-C can cause several signals: the terminal signals the whole process
 * group, and package managers forward the signal.
 */
const repeatedSignalMs = 1000

/**
 * Runs a program of this package in this process. The first signal stops the command and lets it clean up. A later signal ends the process
 * immediately.
 */
export async function main(bin: Bin): Promise<void> {
  const controller = new AbortController()
  let firstAt = 0
  for (const signal of signals) {
    process.on(signal, () => {
      if (!controller.signal.aborted) firstAt = performance.now()
      else if (performance.now() - firstAt > repeatedSignalMs) process.exit(exitCodes.interrupted)
      controller.abort(new Error(signal))
    })
  }
  const output = handleOutputErrors()
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
 * Listens to errors of stdout and stderr, because an unhandled error would end a run in the middle of a change. A closed output (`| head -1`, a
 * closed terminal) is ignored. Other errors, such as a full disk, change the exit code.
 */
function handleOutputErrors(): { readonly failed: boolean } {
  const output = { failed: false }
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!closedCodes.has(systemCode(error) ?? '')) output.failed = true
    })
  return output
}

const closedCodes: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ECONNRESET'])
