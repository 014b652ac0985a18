import * as v from 'valibot'
import { type NodeProcess, startNode } from '../engines/node-process.js'
import type { Reaper } from '../engines/reaper.js'
import { assetReferences, assetStorage } from './local-assets.js'
import type { PolkadotFiles } from './packages.js'

export interface ChopsticksOptions {
  readonly files: PolkadotFiles
  /** `0x` and 64 hex digits: hash of block 0. */
  readonly genesisHash: string
  /** Accounts at genesis with their balances. */
  readonly genesisBalances: readonly (readonly [address: string, amountBase: bigint])[]
  readonly reaper: Reaper
  readonly timeoutMs: number
  readonly abortSignal: AbortSignal
}

// Program of the node's process. It is a string and not a file, so that it also works if this package is bundled. Only the node's process loads the
// chain specification (1 MB).
const program = `
const [chopsticks, genesis, storage, host] = process.argv.slice(1)
const start = async () => {
  const { setupWithServer } = require(chopsticks)
  const { addr } = await setupWithServer({
    'chain-spec': JSON.parse(require(genesis).chainSpec),
    'import-storage': JSON.parse(storage),
    'build-block-mode': 'Instant',
    host,
  })
  process.stdout.write('\\nListening on ' + addr + '\\n')
}
start().catch((error) => {
  console.error(String(error.message).split('\\n')[0])
  process.exit(1)
})
`

/** Starts a Substrate node on a free port and resolves when the node responds with `genesisHash`. */
export const startChopsticks = ({
  files,
  genesisHash,
  genesisBalances,
  ...options
}: ChopsticksOptions): Promise<NodeProcess> =>
  startNode({
    ...options,
    file: process.execPath,
    args: (host) => ['-e', program, files.chopsticks, files.genesis, toStorage(genesisBalances), host],
    env: { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'error', PORT: '' },
    verify: (url, abortSignal) => verify(url, genesisHash, abortSignal),
  })

/** Storage overrides in chopsticks' format: `{ pallet: { item: [[keys, value]] } }`. */
const toStorage = (balances: ChopsticksOptions['genesisBalances']): string =>
  JSON.stringify({
    System: {
      Account: balances.map(([address, amountBase]) => [
        [address],
        { ...assetReferences, providers: 1, data: { free: String(amountBase) } },
      ]),
    },
    Assets: assetStorage(),
  })

const identitySchema = v.tuple([v.object({ result: v.string() }), v.object({ result: v.string() })])

async function verify(url: string, genesisHash: string, abortSignal: AbortSignal): Promise<void> {
  const callOf = (id: number, method: string, ...params: readonly unknown[]) => ({ jsonrpc: '2.0', id, method, params })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([callOf(1, 'system_version'), callOf(2, 'chain_getBlockHash', 0)]),
    signal: abortSignal,
  })
  const reply = v.safeParse(identitySchema, await response.json())
  if (reply.success) {
    const [version, genesis] = reply.output
    if (version.result.startsWith('chopsticks') && genesis.result === genesisHash) return
  }
  throw new Error(`another program is listening at ${url}`)
}
