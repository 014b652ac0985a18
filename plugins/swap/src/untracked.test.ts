import { type Context, signal } from '@wallet-modal/kernel'
import { expect, it, vi } from 'vitest'
import { createSubmission } from './submission.js'

const token = { assetId: 'eip155:1/erc20:0x2', caipNetworkId: 'eip155:1', name: 'Gold', symbol: 'GLD', decimals: 6 }
const sent = { caipNetworkId: 'eip155:1', address: '0x1', hash: '0xa', sentAt: 1 }
const approval = { ...sent, type: 'approval', spender: '0x3', token, amount: 1n }
const swap = { ...sent, type: 'swap' }

/** Submits a transaction whose status cannot be tracked. */
async function submit(transaction: object) {
  const calls = { refresh: vi.fn(), toasts: [] as string[], approvalCount: signal(0), quotes: vi.fn() }
  const say = (text: string | (() => string)): void =>
    void calls.toasts.push(typeof text === 'function' ? text() : text)
  const adapter = {
    namespace: 'eip155',
    transactions: { track: () => Promise.reject(new Error('The code did not load.')) },
  }
  const ctx = {
    ...{ abortSignal: new AbortController().signal, all: () => signal([]), t: (key: string) => key },
    effect: (run: () => void) => run(),
    connections: { adapters: signal([adapter]) },
    log: { warn: () => undefined, info: () => undefined },
    router: { current: signal(null) },
    storage: { get: () => undefined, set: () => true, remove: () => undefined },
    toast: { loading: say, success: say, error: say, hide: () => undefined },
  }
  const displayed = {
    plan: { quote: { request: { receiveNetwork: { name: 'One' } } } },
    review: { actions: [{ type: Reflect.get(transaction, 'type'), amount: 1n }] },
  }
  const state = signal<object>({ status: 'ready', displayed })
  const flow = {
    ...{ state, prepare: vi.fn(), reset: vi.fn() },
    async submit() {
      state.value = { status: 'submitting', displayed }
      return { status: 'sent', sent: transaction }
    },
  }
  const quotes = { state: signal({ status: 'none' }), refresh: calls.quotes }
  const form = { quotes, refresh: calls.refresh, clear: () => undefined, context: signal(null), pay: signal(null) }
  const bridges = { start: () => undefined, drop: () => true }
  const options = { form, flow, bridges, approvalCount: calls.approvalCount }
  const submission = createSubmission(
    ctx as unknown as Context,
    options as unknown as Parameters<typeof createSubmission>[1],
  )
  await submission.submit()
  return calls
}

it('an approval that cannot be tracked leads to a new plan, which reads the allowance', async () => {
  const { approvalCount, quotes, toasts } = await submit(approval)
  expect(approvalCount.peek()).toBe(1)
  expect(quotes).toHaveBeenCalledOnce()
  expect(toasts).toEqual(['toast.approve'])
})

it('a swap that cannot be tracked is not reported as failed, and the balances are read again', async () => {
  const { refresh, toasts } = await submit(swap)
  expect(refresh).toHaveBeenCalledWith(true)
  expect(toasts).toEqual(['toast.confirm', 'toast.sent'])
})
