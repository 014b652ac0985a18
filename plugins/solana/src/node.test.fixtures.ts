import { vi } from 'vitest'
import type { SolanaNode } from './node.js'
import { SYSTEM_PROGRAM } from './programs.js'

type Answer = unknown | ((params: readonly unknown[]) => unknown)

/** Account in the JSON format of nodes. */
export const accountOf = (lamports: number, data: Uint8Array = new Uint8Array(), owner: string = SYSTEM_PROGRAM) => ({
  ...{ lamports, owner, executable: false, space: data.length, rentEpoch: 0 },
  data: [Buffer.from(data).toString('base64'), 'base64'],
})

const noReply = (): Promise<never> => Promise.reject(new Error('This test defines no such reply of the node.'))

/** Node with these methods. All other methods reject. */
export const nodeOf = (methods: Partial<SolanaNode>): SolanaNode => ({
  ...{ accounts: noReply, tokenAccounts: noReply, latestBlock: noReply, head: noReply, epoch: noReply },
  ...{ simulate: noReply, fee: noReply, recentPrices: noReply, rent: noReply, send: noReply },
  ...{ status: noReply, transaction: noReply },
  ...methods,
})

/** Thrown by an answer function of `stubNode` to return a JSON-RPC error. */
export class RpcError extends Error {
  constructor(readonly code: number) {
    super('refused')
  }
}

interface FakeNode {
  /** Parameters of all requests of a method. */
  requests(method: string): readonly (readonly unknown[])[]
}

/**
 * Stubs `fetch` with a node that accepts every transaction, and reports 1 SOL for the first account of each request. `answers`: results by method.
 */
export function stubNode(answers: Readonly<Record<string, Answer>> = {}): FakeNode {
  const all: { readonly method: string; readonly params: readonly unknown[] }[] = []
  const inContext = (value: unknown) => ({ context: { slot: 1 }, value })
  const known: Readonly<Record<string, Answer>> = {
    getMultipleAccounts: ([addresses]: readonly unknown[]) =>
      inContext(
        (Array.isArray(addresses) ? addresses : []).map((_, at) => (at === 0 ? accountOf(1_000_000_000) : null)),
      ),
    getRecentPrioritizationFees: [],
    getLatestBlockhash: inContext({ blockhash: '9'.repeat(43), lastValidBlockHeight: 100 }),
    getFeeForMessage: inContext(5000),
    simulateTransaction: inContext({ err: null, logs: [], unitsConsumed: 300, accounts: null }),
    sendTransaction: 'done',
    getSignatureStatuses: inContext([null]),
    getEpochInfo: { epoch: 0, absoluteSlot: 1, blockHeight: 1 },
    ...answers,
  }
  const reply = (call: { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] }) => {
    all.push(call)
    const answer = known[call.method]
    try {
      const result = typeof answer === 'function' ? answer(call.params) : answer
      return { jsonrpc: '2.0', id: call.id, result }
    } catch (error) {
      const code = error instanceof RpcError ? error.code : -32603
      return { jsonrpc: '2.0', id: call.id, error: { code, message: 'refused' } }
    }
  }
  vi.stubGlobal('fetch', async (_: unknown, { body }: { readonly body: string }) => {
    const payload = JSON.parse(body)
    return Response.json(Array.isArray(payload) ? payload.map(reply) : reply(payload))
  })
  return { requests: (method) => all.flatMap((one) => (one.method === method ? [one.params] : [])) }
}
