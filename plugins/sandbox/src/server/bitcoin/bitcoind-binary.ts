import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import { SandboxError } from '../errors.js'

/** Oldest supported version of Bitcoin Core, the first with JSON-RPC 2.0. `number` is in the format of `getnetworkinfo`. */
export const minimumVersion = { number: 280_000, text: '28' }

interface BitcoindOptions {
  /** Path of the executable. Default: the environment variable `BITCOIND_PATH`, else the first `bitcoind` on PATH. */
  readonly file?: string | undefined
  readonly env?: NodeJS.ProcessEnv
}

/** Path of the executable. Throws `ENGINE_MISSING` if a configured path is not a program, or if there is no `bitcoind` on PATH. */
export function findBitcoind({ file, env = process.env }: BitcoindOptions): string {
  const configured = file ?? env.BITCOIND_PATH
  if (configured) {
    if (isProgram(configured)) return path.resolve(configured)
    const origin = file ? 'the option bitcoind' : 'BITCOIND_PATH'
    throw new SandboxError(
      'ENGINE_MISSING',
      `The Bitcoin engine is off: "${configured}", from ${origin}, is not a program.`,
    )
  }
  const name = process.platform === 'win32' ? 'bitcoind.exe' : 'bitcoind'
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const onPath = folders.map((folder) => path.join(folder, name)).find(isProgram)
  if (onPath !== undefined) return onPath
  throw new SandboxError(
    'ENGINE_MISSING',
    `The Bitcoin engine is off because there is no bitcoind on PATH: install Bitcoin Core ${minimumVersion.text} or later (https://bitcoincore.org/en/download), or set its path with --bitcoind or BITCOIND_PATH, then start the sandbox again.`,
  )
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false // missing, or not executable
  }
}
