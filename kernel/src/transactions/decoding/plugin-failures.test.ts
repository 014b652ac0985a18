// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { definePlugin } from '../../plugins/plugin.js'
import type { Slot } from '../../plugins/token.js'
import type { Action } from '../actions.js'
import { decoders, type TransactionPolicy, transactionPolicies } from '../transactions.js'
import { createStage, FakeDriver } from '../transactions.test.fixtures.js'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

const raw = { type: 'undecoded', call: 'raw', target: 'contract', name: '0x12345678' } as const

/** Stage with the plugin `broken`, which contributes `item`, and with loaded services. The transaction has two calls that the family cannot decode. */
async function stageWith<T>(slot: Slot<T>, item: T) {
  const broken = definePlugin({ name: 'broken', kernel: '^0.1', setup: (ctx) => ctx.add(slot, item) })
  const driver = new FakeDriver()
  driver.change = { contents: [raw, raw] }
  const stage = await createStage(driver, [broken()])
  stage.ctx.toast.hide() // loads the services
  await import('../../modal/services.js')
  await new Promise((resolve) => setTimeout(resolve))
  vi.useFakeTimers()
  return stage
}

const incomplete = { type: 'custom', kind: 'broken#call' } as unknown as Action

it.each<[string, () => Action | Promise<Action>, string, string]>([
  [
    'throws',
    () => {
      throw new Error('boom')
    },
    'ACTION_FAILED',
    '"broken" failed in its decoder: boom.',
  ],
  ['rejects', () => Promise.reject(new Error('boom')), 'ACTION_FAILED', '"broken" failed in its decoder: boom.'],
  ['returns an incomplete action', () => incomplete, 'ACTION_FAILED', '"title" must be a text'],
  ['never replies', () => new Promise(() => undefined), 'PLUGIN_TIMEOUT', '"broken": decoding a call took longer'],
])('a decoder that %s is skipped, and its plugin reported once', async (_, decode, code, message) => {
  using stage = await stageWith(decoders, { namespace: 'fake', decode })
  const preparation = stage.prepareOpen()
  await vi.advanceTimersByTimeAsync(15_001)
  const { review } = await Promise.race([
    preparation,
    vi.advanceTimersByTimeAsync(1).then(() => ({ review: undefined })),
  ])
  expect(review?.actions).toMatchObject([{ type: 'unknown' }, { type: 'unknown' }])
  expect(stage.errors.peek()).toMatchObject([{ code, plugin: 'broken' }])
  expect(stage.errors.peek()[0]?.message).toContain(message)
})

it.each<[string, TransactionPolicy]>([
  [
    'throws',
    () => {
      throw new Error('boom')
    },
  ],
  ['returns a promise', (async () => 'No.') as never],
  ['returns a boolean', (() => false) as never],
])('a policy that %s refuses the transaction, and its plugin is reported', async (_, policy) => {
  using stage = await stageWith(transactionPolicies, policy)
  const refused = { code: 'REFUSED', message: 'The transaction could not be checked. Nothing was sent.' }
  await expect(stage.prepareOpen()).rejects.toMatchObject(refused)
  expect(stage.errors.peek()).toMatchObject([{ code: 'ACTION_FAILED', plugin: 'broken' }])
})
