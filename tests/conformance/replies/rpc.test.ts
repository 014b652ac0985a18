// @vitest-environment node
import { connectors, createWalletModal, definePlugin, readWith } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBalance } from '../../../plugins/account/src/balance.js'
import { eip155 } from '../../../plugins/eip155/src/index.js'
import { type HostileServer, hurry, serveHostile } from '../../support/hostile-server.js'
import { isUntouched, type Mutation, mutationsOf, trial } from '../../support/mutations.js'
import { expectTyped, inTime, watchRealm } from './outcome.js'

const address = `0x${'ab'.repeat(20)}`
const provider = { request: async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [address]) }
const wallet = {
  id: 'wallet',
  name: 'Wallet',
  type: 'EXTERNAL' as const,
  namespaces: ['eip155'],
  provider: async () => provider,
}
const ask = definePlugin({
  name: 'ask',
  kernel: '^0.1',
  permissions: { api: ['rpc:*'] },
  setup(ctx) {
    ctx.add(connectors, wallet)
    return ctx
  },
})
const text = readWith((answer): string => {
  if (typeof answer !== 'string') throw new Error('is no text')
  return answer
})
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The raw result of the node's reply, or `undefined` if the reply is an error. */
function rawResultOf(body: string): unknown {
  const [reply]: unknown[] = [JSON.parse(new TextDecoder().decode(Buffer.from(body)))].flat()
  return isObject(reply) && (reply.error ?? null) === null ? reply.result : undefined
}

let server: HostileServer
let mutation: Mutation
const later: Mutation = {
  status: 200,
  headers: {},
  body: '{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"later"}}',
  ending: 'whole',
}
/** If set, batches get the mutated reply and single calls fail, so that the next calls are batched too. */
let isBatch = false
const undo = hurry(() => mutation.ending === 'never')
watchRealm()
beforeAll(async () => {
  server = await serveHostile((body) =>
    isBatch && !body.startsWith('[') ? { ...later, status: 404, body: 'gone' } : mutation,
  )
})
afterAll(async () => {
  undo()
  await server[Symbol.asyncDispose]()
})

const start = () => {
  const network = {
    caipNetworkId: 'eip155:1',
    namespace: 'eip155',
    reference: '1',
    name: 'One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [server.url],
  }
  const modal = createWalletModal({ plugins: [eip155(), ask()], networks: [network], logLevel: 'silent' })
  const ctx = modal.use(ask)
  if (!ctx) throw new Error('not running')
  return { modal, ctx }
}

test(`A4: eth_getBalance: the balance is exactly the node’s result, or unknown (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  isBatch = false
  const { modal, ctx } = start()
  using _ = modal
  await modal.connections.connect(wallet)
  let toasts = 0
  const balance = createBalance(ctx, { onFailed: () => void toasts++ })
  const valid = { jsonrpc: '2.0', id: 0, result: '0x1bc16d674ec80001' }
  mutation = { ...later, status: 404 }
  await inTime(balance.refresh(true))
  expect([balance.state.value, toasts]).toEqual([{ status: 'failed' }, 1])
  let last: bigint | undefined
  let read = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(valid), async (next) => {
      mutation = next
      const before = toasts
      await inTime(balance.refresh(true))
      const state = balance.state.value
      expect(toasts - before).toBe(state.status === 'ready' ? 0 : 1)
      if (state.status === 'ready') {
        expect(typeof state.value).toBe('bigint')
        expect(state.value >= 0n && state.value < 1n << 256n).toBe(true)
        const result = rawResultOf(next.body)
        expect(result).toMatch(/^0x[\da-f]{1,64}$/i)
        expect(state.value).toBe(BigInt(String(result)))
        last = state.value
        read++
      } else {
        if (isUntouched(next, ['result'])) expect(next.body).toContain('"error"')
        expect(state).toMatchObject(last === undefined ? { status: 'failed' } : { status: 'stale', value: last })
      }
      expect(state).toMatchObject(state.status === 'failed' ? {} : { symbol: 'ETH', decimals: 18 })
    }),
    trial,
  )
  expect(read).toBeGreaterThan(trial.numRuns / 20)
  expect(modal.errors.value).toEqual([])
})

test(`A4: JSON-RPC, one call: returns the sent result or a typed error; a write is sent once (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  isBatch = false
  const { modal, ctx } = start()
  using _ = modal
  const { read, write } = ctx.api.rpc('eip155:1')
  const valid = { jsonrpc: '2.0', id: 0, result: 'the result' }
  let answered = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(valid), fc.boolean(), async (next, isWrite) => {
      mutation = next
      server.requests = 0
      const asked = isWrite
        ? write('eth_sendRawTransaction', ['0x00'], { schema: text })
        : read('eth_call', [], { schema: text })
      await inTime(
        asked.then((answer) => {
          expect(answer).toBe(rawResultOf(next.body))
          answered++
        }, expectTyped),
      )
      expect(server.requests).toBeLessThanOrEqual(isWrite ? 1 : 4)
    }),
    trial,
  )
  expect(answered).toBeGreaterThan(trial.numRuns / 20)
})

test(`A4: JSON-RPC, a batch: each call gets its own reply or a typed error; a broken reply does not affect the others (${trial.numRuns} mutations, seed ${trial.seed})`, async () => {
  isBatch = true
  const { modal, ctx } = start()
  using _ = modal
  const { read } = ctx.api.rpc('eip155:1')
  const valid = [
    { jsonrpc: '2.0', id: 3, result: 'three' },
    { jsonrpc: '2.0', id: 0, result: 'zero' },
    { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no such block' } },
    { jsonrpc: '2.0', id: 2, result: 'two' },
  ]
  let spared = 0
  await fc.assert(
    fc.asyncProperty(mutationsOf(valid), async (next) => {
      mutation = next
      const calls = [0, 1, 2, 3].map((n) => read('eth_call', [n], { schema: text }))
      const outcomes = await inTime(Promise.allSettled(calls))
      const replies: readonly unknown[] = next.edited ? [JSON.parse(next.body)].flat() : []
      outcomes.forEach((outcome, id) => {
        const at = valid.findIndex((one) => one.id === id)
        if (outcome.status === 'rejected') expectTyped(outcome.reason)
        else expect(typeof outcome.value).toBe('string')
        // a call with two replies uses the first one, so a mutation can change the outcome without changing the valid reply
        const isAlone = replies.filter((one) => isObject(one) && one.id === id).length === 1
        if (!isAlone || !isUntouched(next, [at])) return
        expect(outcome).toMatchObject(
          id === 1
            ? { status: 'rejected', reason: { code: 'RPC_ERROR', status: -32000, message: 'no such block' } }
            : { status: 'fulfilled', value: valid[at]?.result },
        )
        spared++
      })
      if (!next.edited) return
      // each returned value was sent as a reply to that call
      outcomes.forEach((outcome, id) => {
        if (outcome.status !== 'fulfilled') return
        expect(
          replies.filter((one) => isObject(one) && one.id === id).map((one) => isObject(one) && one.result),
        ).toContain(outcome.value)
      })
    }),
    trial,
  )
  expect(spared).toBeGreaterThan(trial.numRuns / 20)
})
