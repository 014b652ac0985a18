// @vitest-environment happy-dom
import { type SendOutcome, type SentTransaction, transactionSent } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAsked } from './asked.js'
import { createFakeHandler, createStage, type Stage } from './model.test.steps.js'

/** As browsers have them, for one name at a time. */
function fakeLocks() {
  const held = new Set<string>()
  return {
    held,
    async request(name: string, ...rest: readonly unknown[]): Promise<unknown> {
      const run = rest.at(-1) as (lock: object | null) => unknown
      if (held.has(name)) return run(null)
      held.add(name)
      try {
        return await run({ name })
      } finally {
        held.delete(name)
      }
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: fakeLocks() } }))
})
afterEach(() => vi.unstubAllGlobals())

const kept = (): string => JSON.stringify({ ...localStorage })

async function ask(stage: Stage): Promise<void> {
  const { model, coin } = stage
  model.chooseToken({ ...coin, amount: 5n, priceUsd: 7n })
  model.type('0.5')
  model.setReceiver('fake-9')
  await waitUntil(() => expect(model.step.peek()).toBe('preview'))
  model.preview.watch()
  await waitUntil(() => expect(model.preview.state.peek().status).toBe('ready'))
  model.submit()
}
const begin = ({ model }: Stage) => model.begin({ key: 1, params: undefined, resolve: () => undefined })
const heardBy = ({ modal }: Stage): readonly SentTransaction[] => {
  const heard: SentTransaction[] = []
  modal.on(transactionSent, (sent) => void heard.push(sent))
  return heard
}
const hanging = () => {
  const handler = createFakeHandler()
  handler.outcome = () => new Promise(() => undefined)
  return handler
}

describe('B3: a page that is gone while the wallet asks', () => {
  it('is told of by the next one before anything else is sent, once', async () => {
    {
      using gone = await createStage(hanging())
      await ask(gone)
    }
    using stage = await createStage()
    const heard = heardBy(stage)
    begin(stage)
    await waitUntil(() => expect(stage.model.followed.peek()).toMatchObject({ status: 'unknown' }))
    expect(heard).toMatchObject([{ address: 'fake-1', receiver: 'fake-9', amount: 5n * 10n ** 17n }])
    expect(heard[0]).not.toHaveProperty('hash')
    expect(heard[0]?.token).toMatchObject({ assetId: stage.coin.assetId, decimals: 18 })
    expect(kept()).not.toContain('asked')
    begin(stage)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(heard.length).toBe(1)
  })

  it.each<[string, () => Promise<SendOutcome>]>([
    ['sent it', async () => ({ status: 'sent', hash: '0xabc' })],
    ['declined', async () => ({ status: 'rejected' })],
    ['failed for sure', () => Promise.reject(new Error('no'))],
    ['got lost', async () => ({ status: 'unknown', cause: 'no answer' })],
  ])('leaves nothing where the wallet %s', async (_, outcome) => {
    const handler = createFakeHandler()
    handler.outcome = outcome
    using stage = await createStage(handler)
    await ask(stage)
    await waitUntil(() => expect(stage.model.preview.state.peek().status).not.toBe('waiting'))
    await waitUntil(() => expect(kept()).not.toContain('asked'))
  })

  it('C6: another tab does not take what this one waits for as lost', async () => {
    using stage = await createStage(hanging())
    await ask(stage)
    expect(await createAsked(stage.ctx).lost()).toEqual([])
    expect(kept()).toContain('asked')
  })

  it('J1: what another hand wrote into the storage counts as nothing', async () => {
    using stage = await createStage()
    for (const data of [
      {},
      'x',
      [7],
      [{ caipNetworkId: 'fake:1', address: 'a', receiver: 'b', sentAt: 1, amount: '1e9' }],
    ]) {
      stage.ctx.storage.set('asked', data)
      expect(await createAsked(stage.ctx).lost()).toEqual([])
    }
  })
})
