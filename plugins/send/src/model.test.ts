// @vitest-environment happy-dom
import {
  type SendOutcome,
  type SentTransaction,
  transactionSeen,
  transactionSent,
  transactionSettled,
} from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FOLLOW_MS } from './follow.js'
import { createFakeHandler, createStage, type Stage } from './model.test.steps.js'
import { FRESH_MS } from './preview.js'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

const preview = ({ model }: Stage) => model.preview.state.peek()

/** The form filled in, and its review on the screen. */
async function reviewed(stage: Stage, amount = '0.5'): Promise<() => void> {
  const { model, coin } = stage
  model.chooseToken(coin)
  model.type(amount)
  model.setReceiver('fake-9')
  await waitUntil(() => expect(model.step.peek()).toBe('preview'))
  const leave = model.preview.watch()
  await waitUntil(() => expect(preview(stage).status).not.toBe('preparing'))
  return leave
}

describe('the form', () => {
  it('asks for what is missing, in this order', async () => {
    using stage = await createStage(createFakeHandler('fake', { canSend: () => false }))
    const { model, coin } = stage
    const step = (wanted: string) => waitUntil(() => expect(model.step.peek()).toBe(wanted))
    model.setReceiver('nonsense')
    await step('selectToken')
    model.chooseToken(coin)
    await step('addAmount')
    for (const wrong of ['0', '0.0', '1e3', '1,5', '-1', '.', '0x10', '٣', '0.0000000000000000001']) {
      model.type(wrong)
      await step('incorrectValue')
    }
    model.type('1')
    await step('insufficientFunds')
    model.type('0.25')
    await step('invalidAddress')
    model.setReceiver('')
    await step('addAddress')
    model.setReceiver('fake-9')
    await step('preview')
  })

  it('D4: Max is what the handler says, exactly, until something is typed', async () => {
    using stage = await createStage()
    const { model, coin } = stage
    model.chooseToken(coin)
    model.useMax()
    await waitUntil(() =>
      expect(model.amount.peek()).toEqual({ text: '0.999999999999999995', isMax: true, value: 10n ** 18n - 5n }),
    )
    model.type('0.1')
    expect(model.amount.peek()).toMatchObject({ isMax: false, value: 10n ** 17n })
  })

  it('is empty after a disconnect', async () => {
    using stage = await createStage()
    const { model, modal } = stage
    await reviewed(stage)
    await modal.disconnect()
    expect([model.token.peek(), model.amount.peek().text, model.receiver.peek().status]).toEqual([null, '', 'empty'])
  })

  it('C3: whatever order answers come in, the receiver is the one in the field', async () => {
    const texts = fc.array(fc.constantFrom('fake-1x', 'fake-2x', 'nobody', 'fake-3x'), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), texts, async (s, typed) => {
        const inspect = s.scheduleFunction(async (text: string) => ({
          address: text.startsWith('fake-') ? text : undefined,
          findings: [],
        }))
        using stage = await createStage(createFakeHandler('fake', { inspectReceiver: inspect }))
        const { model, coin } = stage
        model.chooseToken(coin)
        for (const text of typed) {
          model.setReceiver(text)
          const now = model.receiver.peek()
          expect([now.status, now.text]).toEqual(['checking', text])
        }
        await s.waitFor(waitUntil(() => expect(model.receiver.peek().status).not.toBe('checking')))
        const [last = ''] = typed.slice(-1)
        const now = model.receiver.peek()
        expect(now.text).toBe(last)
        expect(now.status === 'found' ? now.address : undefined).toBe(last.startsWith('fake-') ? last : undefined)
      }),
      { numRuns: 25 },
    )
  })
})

describe('I7: the review', () => {
  it.each([
    ['another sender', { from: 'fake-2' }],
    ['another receiver', { to: 'fake-8' }],
    ['another network', { caipNetworkId: 'fake:2' }],
    ['another token', { assetId: 'fake:1/native:other' }],
    ['another amount', { amount: 5n * 10n ** 17n + 1n }],
  ])('is refused where the bytes name %s than the form', async (_, tamper) => {
    const handler = createFakeHandler()
    handler.tamper = tamper
    using stage = await createStage(handler)
    await reviewed(stage)
    expect(preview(stage)).toMatchObject({ status: 'failed', note: { code: 'mismatch' } })
    stage.model.submit()
    expect(handler.submitted).toBe(0)
  })

  it('is refused where it was changed after it was shown', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const now = preview(stage)
    if (now.status !== 'ready') throw new Error(now.status)
    Object.assign(now.shown.prepared.review, { payload: 'pay somebody else' })
    stage.model.submit()
    expect([stage.handler.submitted, stage.handler.prepared]).toEqual([0, 2])
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', note: { code: 'changed' } }))
  })

  it('C3: is made anew after 30 seconds, and cannot be sent meanwhile', async () => {
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
    await vi.advanceTimersByTimeAsync(FRESH_MS + 1)
    expect(preview(stage)).toMatchObject({ status: 'preparing', shown: expect.anything() })
    model.submit()
    expect(handler.submitted).toBe(0)
    go()
    await vi.advanceTimersByTimeAsync(1)
    expect([preview(stage).status, handler.prepared]).toEqual(['ready', prepared + 1])
    end()
    await vi.advanceTimersByTimeAsync(FRESH_MS * 2)
    expect([preview(stage).status, handler.prepared]).toEqual(['none', prepared + 1])
  })

  it('a page that slept does not hand over what it prepared long ago', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 2 * FRESH_MS + 1)
    stage.model.submit()
    expect(stage.handler.submitted).toBe(0)
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', note: { code: 'changed' } }))
    vi.restoreAllMocks()
  })

  it('a fee that has become much larger is said', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.handler.tamper = { fee: 6n }
    stage.model.preview.prepare()
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', shown: { review: { fee: 6n } } }))
    expect(preview(stage)).toMatchObject({ note: undefined })
    stage.handler.tamper = { fee: 9n }
    stage.model.preview.prepare()
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', note: { code: 'changed' } }))
  })

  it('C4: another account is another review', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() =>
      expect(preview(stage)).toMatchObject({ status: 'ready', shown: { review: { from: 'fake-2' } } }),
    )
  })

  it('C5: another network takes it away', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.fake.wallet.changeNetwork('fake:2')
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'failed', note: { code: 'changed' } }))
    stage.model.submit()
    expect(stage.handler.submitted).toBe(0)
  })
})

describe('handing over', () => {
  const listen = ({ modal }: Stage): SentTransaction[] => {
    const heard: SentTransaction[] = []
    modal.on(transactionSent, (sent) => heard.push(sent))
    return heard
  }

  it('C1: happens once, however often it is asked for', async () => {
    using stage = await createStage()
    const heard = listen(stage)
    await reviewed(stage)
    for (let click = 0; click < 50; click++) stage.model.submit()
    await waitUntil(() => expect(heard.length).toBe(1))
    expect(stage.handler.submitted).toBe(1)
    expect(heard[0]).toMatchObject({ hash: '0xabc', address: 'fake-1', receiver: 'fake-9', amount: 5n * 10n ** 17n })
    expect(stage.model.recent.peek()).toEqual([{ address: 'fake-9' }])
  })

  it('is told of at once, and its nonce when the chain has it', async () => {
    const handler = createFakeHandler()
    const tell: ((nonce: bigint | undefined) => void)[] = []
    handler.outcome = async () => ({
      status: 'sent',
      hash: '0xabc',
      nonce: new Promise((resolve) => tell.push(resolve)),
    })
    using stage = await createStage(handler)
    const heard = listen(stage)
    const seen: SentTransaction[] = []
    stage.modal.on(transactionSeen, (one) => seen.push(one))
    for (const nonce of [undefined, 7n]) {
      await reviewed(stage)
      stage.model.submit()
      await waitUntil(() => expect(heard).toHaveLength(tell.length))
      expect(heard.at(-1)).not.toHaveProperty('nonce')
      tell.at(-1)?.(nonce)
    }
    await waitUntil(() => expect(seen).toEqual([{ ...heard[1], nonce: 7n }]))
  })

  it('what becomes of one payment is no answer to another that was begun meanwhile', async () => {
    const handler = createFakeHandler()
    let answer = (_: SendOutcome): void => undefined
    handler.outcome = () => new Promise((resolve) => (answer = resolve))
    using stage = await createStage(handler)
    const answers: unknown[] = []
    const visit = (key: number) => ({ key, params: {}, resolve: (result: unknown) => answers.push([key, result]) })
    stage.model.begin(visit(1))
    await reviewed(stage)
    stage.model.submit()
    stage.model.begin(visit(2))
    stage.model.setReceiver('fake-7')
    answer({ status: 'sent', hash: '0x1' })
    await waitUntil(() => expect(answers).toEqual([[1, { status: 'sent', hash: '0x1' }]]))
    await waitUntil(() => expect(stage.model.receiver.peek()).toMatchObject({ text: 'fake-7' }))
  })

  it.each([
    ['declined', async () => ({ status: 'rejected' }) as const],
    ['failed', () => Promise.reject(new Error('no'))],
  ])('that one payment was %s is no note on another that was begun meanwhile', async (_, outcome) => {
    const handler = createFakeHandler()
    let answer = (): void => undefined
    handler.outcome = () => new Promise<void>((resolve) => (answer = resolve)).then(outcome)
    using stage = await createStage(handler)
    const visit = (key: number) => ({ key, params: {}, resolve: () => undefined })
    stage.model.begin(visit(1))
    await reviewed(stage)
    stage.model.submit()
    stage.model.begin(visit(2))
    await reviewed(stage)
    answer()
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', note: undefined }))
  })

  it('a wallet that was disconnected before it answered holds up nothing that comes after it', async () => {
    const handler = createFakeHandler()
    let answer = (_: SendOutcome): void => undefined
    handler.outcome = () => new Promise((resolve) => (answer = resolve))
    using stage = await createStage(handler)
    const heard = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await stage.modal.disconnect()
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await reviewed(stage)
    const next = preview(stage)
    expect(next.status).toBe('ready')
    answer({ status: 'sent', hash: '0x1' })
    await waitUntil(() => expect(heard).toMatchObject([{ hash: '0x1' }]))
    expect([preview(stage) === next, stage.model.receiver.peek().text]).toEqual([true, 'fake-9'])
  })

  it('B3: a result that is unknown is told of, followed where there is a hash, and not tried again', async () => {
    const handler = createFakeHandler()
    handler.outcome = async () => ({ status: 'unknown', cause: new Error('lost') })
    using stage = await createStage(handler)
    const heard = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(heard.length).toBe(1))
    expect(heard[0]?.hash).toBeUndefined()
    expect(stage.warnings).toEqual(['unknown.text']) // the visitor is elsewhere by now
    expect(stage.model.followed.peek()).toMatchObject({ status: 'unknown' })
    expect([handler.submitted, preview(stage).status]).toEqual([1, 'none'])
  })

  it.each([
    ['declined', async () => ({ status: 'rejected' }) as const, 'declined'],
    [
      'failed',
      async () => {
        throw new Error('no')
      },
      'failed',
    ],
  ])('what was %s is told to nobody, and is made anew for another try', async (_, outcome, code) => {
    const handler = createFakeHandler()
    handler.outcome = outcome
    using stage = await createStage(handler)
    const heard = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', note: { code } }))
    expect([heard, stage.model.recent.peek(), handler.submitted]).toEqual([[], [], 1])
  })

  it('is followed until the chain says what became of it, which is told once', async () => {
    const said = ['unknown', 'pending', 'confirmed'] as const
    let asked = 0
    const status = async () => said[asked++ > 1 ? 2 : asked - 1] ?? 'pending'
    using stage = await createStage(createFakeHandler('fake', { status }))
    const settled: unknown[] = []
    stage.modal.on(transactionSettled, (one) => settled.push(one.status))
    await reviewed(stage)
    vi.useFakeTimers()
    stage.model.submit()
    await vi.advanceTimersByTimeAsync(FOLLOW_MS * 5)
    expect([stage.model.followed.peek()?.status, settled, asked]).toEqual(['confirmed', ['confirmed'], 3])
  })

  it('is not told of again where somebody else followed it too', async () => {
    let isDone = false
    using stage = await createStage(
      createFakeHandler('fake', { status: async () => (isDone ? 'confirmed' : 'pending') }),
    )
    const heard = listen(stage)
    let settled = 0
    await reviewed(stage)
    vi.useFakeTimers()
    stage.model.submit()
    await vi.advanceTimersByTimeAsync(10)
    stage.modal.on(transactionSettled, () => settled++)
    const [sent] = heard
    if (sent) stage.ctx.emit(transactionSettled, { ...sent, status: 'confirmed' as const })
    isDone = true
    await vi.advanceTimersByTimeAsync(FOLLOW_MS * 3)
    expect([stage.model.followed.peek()?.status, settled]).toEqual(['confirmed', 1])
  })
})
