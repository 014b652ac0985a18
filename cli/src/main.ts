import { assetsFolder } from './assets.js'
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
  process.exitCode = await run(
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
}
