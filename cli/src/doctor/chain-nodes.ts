import * as v from 'valibot'
import { fetchPage } from '../apply/packages/fetch-page.js'
import { CliError } from '../errors.js'
import { networksOf } from '../plan/site/modal-origins.js'
import type { Check, Finding } from './finding.js'
import { failingEndpoint, originOf, reasonOf, unreachableEndpoint } from './online.js'

type Network = ReturnType<typeof networksOf>[number]

const limits = { timeoutMs: 5000, maxBytes: 1 << 16, method: 'POST' } as const
const replySchema = v.pipe(v.string(), v.parseJson(), v.object({ result: v.string() }))

interface ChainRequest {
  readonly method: string
  readonly params: readonly unknown[]
  /** Matches valid results. */
  readonly pattern: RegExp
  /** Converts the result of the reply to a CAIP-2 reference. */
  reference(result: string): string
}

/** JSON-RPC request whose result identifies the chain of a node, by CAIP-2 namespace. */
const chainRequests: Readonly<Record<string, ChainRequest>> = {
  eip155: {
    method: 'eth_chainId',
    params: [],
    pattern: /^0x[\da-f]{1,16}$/i,
    reference: (result) => String(BigInt(result)),
  },
  solana: {
    method: 'getGenesisHash',
    params: [],
    pattern: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    reference: (result) => result.slice(0, 32),
  },
  polkadot: {
    method: 'chain_getBlockHash',
    params: [0],
    pattern: /^0x[\da-f]{64}$/i,
    reference: (result) => result.slice(2, 34),
  },
}

/**
 * With `--online`: checks that each HTTP node responds and belongs to the network for which it is listed. Skips WebSocket nodes, and namespaces
 * without an entry in `chainRequests`.
 */
export const checkChainNodes: Check = async ({ site, plugins, online, signal }) => {
  if (!online) return []
  const findings = await Promise.all(
    networksOf(site, plugins).flatMap((network) =>
      [...new Set([...(site.rpcUrls?.[network.caipNetworkId] ?? []), ...network.rpcUrls])]
        .filter((url) => /^https?:/.test(url))
        .map((url) => checkNodeChain(network, url, signal)),
    ),
  )
  return findings.flat()
}

async function checkNodeChain(network: Network, url: string, signal: AbortSignal): Promise<readonly Finding[]> {
  const request = chainRequests[network.namespace]
  if (!request) return []
  const { method, params, pattern, reference } = request
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const why = `It is listed as a node of ${network.name} (${network.caipNetworkId}). If no other node responds, the site cannot read balances or send transactions there.`
  try {
    const { status, text } = await fetchPage(new URL(url), { ...limits, body, signal })
    if (status >= 400) return [failingEndpoint(url, `the error ${status}`, why)]
    const reply = v.safeParse(replySchema, text)
    if (!reply.success || !pattern.test(reply.output.result))
      return [failingEndpoint(url, `a reply that is not a result of ${method}`, why)]
    const actual = reference(reply.output.result)
    return actual === network.reference ? [] : [nodeOfOtherNetwork(network, url, actual)]
  } catch (error) {
    if (error instanceof CliError) return [unreachableEndpoint(url, reasonOf(error), why)]
    throw error
  }
}

const nodeOfOtherNetwork = ({ name, namespace, caipNetworkId }: Network, url: string, reference: string): Finding => ({
  id: 'node-of-another-network',
  severity: 'error',
  what: `${originOf(url)} is listed for ${name} (${caipNetworkId}), but is a node of ${namespace}:${reference}.`,
  why: 'Balances are read from the wrong chain, and wallets may add this node.',
  fix: `List it below ${namespace}:${reference} in wallet-modal.json, or remove it.`,
})
