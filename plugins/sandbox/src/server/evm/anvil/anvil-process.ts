import * as v from 'valibot'
import { type NodeProcess, startNode } from '../../engines/node-process.js'
import type { Reaper } from '../../engines/reaper.js'

export interface AnvilOptions {
  readonly binary: string
  readonly chainId: number
  readonly reaper: Reaper
  readonly timeoutMs: number
  readonly abortSignal: AbortSignal
}

const mnemonic = 'test test test test test test test test test test test junk'

/** Starts an EVM node on a free port and resolves when the node responds with `chainId`. */
export const startAnvil = ({ binary, chainId, ...options }: AnvilOptions): Promise<NodeProcess> =>
  startNode({
    ...options,
    file: binary,
    args: (host) => anvilArguments(host, chainId),
    verify: (url, abortSignal) => verify(url, chainId, abortSignal),
  })

const anvilArguments = (host: string, chainId: number): string[] => [
  ...['--host', host, '--port', '0', '--chain-id', String(chainId)],
  ...['--mnemonic', mnemonic, '--accounts', '10', '--balance', '10000'],
  // pages reach the node only through the sandbox, which checks origin and size
  ...['--no-cors', '--no-request-size-limit'],
]

const identitySchema = v.tuple([v.object({ result: v.string() }), v.object({ result: v.string() })])

async function verify(url: string, chainId: number, abortSignal: AbortSignal): Promise<void> {
  const callOf = (method: string, id: number) => ({ jsonrpc: '2.0', id, method, params: [] })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([callOf('web3_clientVersion', 1), callOf('eth_chainId', 2)]),
    signal: abortSignal,
  })
  const reply = v.safeParse(identitySchema, await response.json())
  if (reply.success) {
    const [client, chain] = reply.output
    if (client.result.startsWith('anvil/') && Number(chain.result) === chainId) return
  }
  throw new Error(`another program is listening at ${url}`)
}
