// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { REFRESH_MS } from '@wallet-modal/kernel/transactions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createFakeHandler,
  createStage,
  type FakeHandler,
  flowState,
  reviewed,
  type Stage,
} from './stage.test.fixtures.js'

type FakeBytes = Partial<Pick<FakeHandler, 'tamper' | 'tamperTransfer'>>

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

describe('I7: the review', () => {
  it.each<[string, FakeBytes]>([
    ['another sender', { tamper: { from: 'fake-2' } }],
    ['another sender of the transfer', { tamperTransfer: { from: 'fake-2' } }],
    ['another receiver', { tamperTransfer: { to: 'fake-8' } }],
    ['another network', { tamper: { caipNetworkId: 'fake:2' } }],
    ['another token', { tamperTransfer: { assetId: 'fake:1/native:other' } }],
    ['a higher amount', { tamperTransfer: { amount: 5n * 10n ** 17n + 1n } }],
    ['a lower amount', { tamperTransfer: { amount: 5n * 10n ** 17n - 1n } }],
  ])('I7: is refused if the transaction differs from the form: %s', async (_, bytes) => {
    using stage = await createStage(Object.assign(createFakeHandler(), bytes))
    await reviewed(stage)
    expect(flowState(stage)).toMatchObject({ status: 'failed', notice: { code: 'refused' } })
    stage.model.submit()
    expect(stage.handler.submitted).toBe(0)
  })

  it('I7: is refused if the handler prepares a lower amount than the form', async () => {
    const handler = createFakeHandler()
    const { prepare } = handler
    handler.prepare = (draft, signal) => prepare({ ...draft, amount: 5n }, signal)
    using stage = await createStage(handler)
    await reviewed(stage)
    expect(flowState(stage)).toMatchObject({ status: 'failed', notice: { code: 'refused' } })
  })

  it('is frozen', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const now = flowState(stage)
    if (now.status !== 'ready') throw new Error(now.status)
    expect(() => Object.assign(now.displayed.review, { payload: 'pay somebody else' })).toThrow(TypeError)
  })

  it('is prepared again, and not submitted, if its payload changed after it was displayed', async () => {
    let payload = 'pay fake-9'
    using stage = await createStage(
      Object.assign(createFakeHandler(), { tamper: { payload, currentPayload: () => payload } }),
    )
    await reviewed(stage)
    payload = 'pay somebody else'
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code: 'changed' } }))
    expect([stage.handler.submitted, stage.handler.prepared]).toEqual([0, 2])
  })

  it('C3: is prepared again after 30 seconds, and cannot be submitted while it is being prepared', async () => {
    using stage = await createStage()
    vi.useFakeTimers()
    const { model, handler } = stage
    const leave = reviewed(stage)
    await vi.advanceTimersByTimeAsync(1000)
    const end = await leave
    const prepared = handler.prepared
    let go = (): void => undefined
    const wait = new Promise<void>((resolve) => (go = resolve))
    const before = handler.prepare
    Object.assign(handler, {
      prepare: async (...given: Parameters<typeof before>) => wait.then(() => before(...given)),
    })
    await vi.advanceTimersByTimeAsync(REFRESH_MS + 1)
    expect(flowState(stage)).toMatchObject({ status: 'preparing', displayed: expect.anything() })
    model.submit()
    expect(handler.submitted).toBe(0)
    go()
    await vi.advanceTimersByTimeAsync(1)
    expect([flowState(stage).status, handler.prepared]).toEqual(['ready', prepared + 1])
    end()
    await vi.advanceTimersByTimeAsync(REFRESH_MS * 2)
    expect([flowState(stage).status, handler.prepared]).toEqual(['idle', prepared + 1])
  })

  it('is prepared again, and not submitted, if it is too old because the page was suspended', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 2 * REFRESH_MS + 1)
    stage.model.submit()
    expect(stage.handler.submitted).toBe(0)
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code: 'changed' } }))
    vi.restoreAllMocks()
  })

  it('C4: is prepared again for the new account after the account changed', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() =>
      expect(flowState(stage)).toMatchObject({ status: 'ready', displayed: { review: { from: 'fake-2' } } }),
    )
  })

  it('C5: fails after the network changed', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.fake.wallet.changeNetwork('fake:2')
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'failed', notice: { code: 'changed' } }))
    stage.model.submit()
    expect(stage.handler.submitted).toBe(0)
  })
})

describe('the refresh of a review', () => {
  /** Prepares again with other bytes, as the refresh does every 30 seconds. */
  async function refresh({ model, handler }: Stage, bytes: FakeBytes): Promise<string | undefined> {
    Object.assign(handler, { tamper: {}, tamperTransfer: {} }, bytes)
    const before = handler.prepared
    model.flow.prepare()
    await waitUntil(() => {
      expect(handler.prepared).toBe(before + 1)
      expect(model.flow.state.peek().status).toBe('ready')
    })
    const now = model.flow.state.peek()
    return now.status === 'ready' ? now.notice?.code : now.status
  }

  it('shows the notice `changed` if the receiver would receive less', async () => {
    using stage = await createStage(
      Object.assign(createFakeHandler(), { tamperTransfer: { received: 5n * 10n ** 17n } }),
    )
    await reviewed(stage)
    expect(await refresh(stage, { tamperTransfer: { received: 5n * 10n ** 15n } })).toBe('changed')
  })

  it('shows the notice `changed` if an extra cost appears or grows', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const rent = (amount: bigint): FakeBytes => ({ tamper: { extras: [{ code: 'rent', amount }] } })
    expect(await refresh(stage, rent(10n ** 17n))).toBe('changed')
    expect(await refresh(stage, rent(10n ** 17n))).toBeUndefined()
    expect(await refresh(stage, rent(10n ** 18n))).toBe('changed')
  })

  it('shows the notice `changed` if the fee grows by more than 10 % in several small steps', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const fee = (value: bigint): FakeBytes => ({ tamper: { fee: value } })
    expect(await refresh(stage, fee(525n))).toBeUndefined()
    expect(await refresh(stage, fee(550n))).toBeUndefined()
    expect(await refresh(stage, fee(551n))).toBe('changed')
    // the displayed fee of 551 is the reference from now on
    expect(await refresh(stage, fee(600n))).toBeUndefined()
    expect(await refresh(stage, fee(300n))).toBeUndefined()
  })

  it('shows no notice for the fee of a newly chosen speed, which becomes the reference', async () => {
    using stage = await createStage(createFakeHandler('fake', {}, { speeds: ['standard', 'instant'] }))
    await reviewed(stage)
    stage.handler.tamper = { fee: 5000n }
    stage.model.flow.chooseSpeed('instant')
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: undefined }))
    expect(await refresh(stage, { tamper: { fee: 5400n } })).toBeUndefined()
    expect(await refresh(stage, { tamper: { fee: 5600n } })).toBe('changed')
  })

  it('keeps the notice `changed` in the next refresh', async () => {
    using stage = await createStage()
    vi.useFakeTimers()
    const leave = reviewed(stage)
    await vi.advanceTimersByTimeAsync(1000)
    await leave
    stage.handler.tamper = { fee: 5000n }
    await vi.advanceTimersByTimeAsync(REFRESH_MS)
    expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
    await vi.advanceTimersByTimeAsync(REFRESH_MS)
    expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
  })
})

describe('the network fee', () => {
  it('is unusual from ten times the fee of the previous transfer of this kind', async () => {
    using stage = await createStage()
    const isUnusual = (): boolean | undefined => {
      const now = flowState(stage)
      return 'displayed' in now && now.displayed ? stage.model.flow.isFeeUnusual(now.displayed.review) : undefined
    }
    await reviewed(stage)
    expect(isUnusual()).toBe(false)
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage).status).toBe('idle'))
    stage.handler.tamper = { fee: 4999n }
    await reviewed(stage)
    expect(isUnusual()).toBe(false)
    stage.handler.tamper = { fee: 5000n }
    stage.model.flow.prepare()
    await waitUntil(() => expect(isUnusual()).toBe(true))
  })
})
