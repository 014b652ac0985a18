#!/usr/bin/env node
import { fstatSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { isSandboxError, messageOf } from './errors.js'
import { readyLine, readyText } from './ready.js'
import { type Sandbox, startSandbox } from './start.js'

interface Flags {
  readonly port: number
  readonly host: string
  readonly engines: boolean
  readonly bitcoind?: string
  readonly signInNetworks?: readonly string[]
  readonly json?: true
}

const toPort = (text: string): number => {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('The port must be a whole number from 0 to 65535.')
  return Number(text)
}

const program = new Command('wallet-modal-sandbox')
  .description('Local services and chains for the development of sites with wallet-modal.')
  .option('--port <number>', 'port to listen on, 0 for a free one', toPort, 4700)
  .option('--host <address>', 'loopback address to listen on', '127.0.0.1')
  .option('--json', 'print one line of JSON when ready')
  .option('--bitcoind <file>', 'path of the Bitcoin node (default: BITCOIND_PATH, else bitcoind on PATH)')
  .option('--sign-in-networks <ids...>', 'CAIP-2 ids of additional networks on which visitors may sign in')
  .option('--no-engines', 'run without chains')
  .parse()

await run(program.opts<Flags>())

async function run(flags: Flags): Promise<void> {
  const report = (error: unknown) => console.error(messageOf(error))
  let sandbox: Sandbox | undefined
  try {
    const { port, host, engines, bitcoind, signInNetworks = [] } = flags
    const starting = startSandbox({
      port,
      host,
      engines,
      ...(bitcoind && { bitcoind }),
      signInNetworks,
      onFault: report,
    })
    addExitHandlers(starting, flags)
    sandbox = await starting
  } catch (error) {
    const code = isSandboxError(error) ? error.code : 'FAULT'
    if (flags.json) console.log(JSON.stringify({ ready: false, error: { code, message: messageOf(error) } }))
    else report(error)
    process.exit(1)
  }
  console.log(flags.json ? readyLine(sandbox) : readyText(sandbox))
}

function isPipe(): boolean {
  try {
    const stdin = fstatSync(0)
    return stdin.isFIFO() || stdin.isSocket()
  } catch {
    return false // stdin is closed
  }
}

/** Stops the sandbox and exits on signals and on unhandled errors, and when its parent process ends. */
function addExitHandlers(starting: Promise<Sandbox>, flags: Flags): void {
  let ending = false
  const end = async (exitCode: number) => {
    // a second signal exits immediately; the `exit` listener in `engines/reaper.ts` kills the engines
    if (ending) process.exit(exitCode)
    ending = true
    const [outcome] = await Promise.allSettled([starting])
    if (outcome.status === 'fulfilled') await outcome.value.stop()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  // if the parent is a Node.js process with an IPC channel, the sandbox ends when the channel closes
  if (process.connected) process.once('disconnect', () => end(0))
  // with --json and a pipe as stdin, as under `wallet-modal dev`, the sandbox ends when the pipe closes
  if (flags.json && isPipe()) process.stdin.resume().on('close', () => end(0))
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error) => {
      console.error(messageOf(error))
      void end(1)
    })
  }
}
