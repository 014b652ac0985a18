// @vitest-environment happy-dom
import {
  type DriverOutcome,
  type SentTransaction,
  type TransactionStatus,
  transactionSeen,
  transactionSent,
  transactionSettled,
  WalletModalError,
} from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeHandler, createStage, flowState, reviewed, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

describe('submitting', () => {
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
    for (const [at, nonce] of [undefined, 7n].entries()) {
      const count = at + 1
      await reviewed(stage)
      stage.model.submit()
      await waitUntil(() => expect([heard.length, tell.length]).toEqual([count, count]))
      expect(heard.at(-1)).not.toHaveProperty('nonce')
      tell.at(-1)?.(nonce)
    }
    await waitUntil(() => expect(seen).toEqual([{ ...heard[1], nonce: 7n }]))
  })

  it('what becomes of one payment is no answer to another that was begun meanwhile', async () => {
    const handler = createFakeHandler()
    let answer = (_: DriverOutcome): void => undefined
    handler.outcome = () => new Promise((resolve) => (answer = resolve))
    using stage = await createStage(handler)
    const answers: unknown[] = []
    const visit = (key: number) => ({ key, params: {}, resolve: (result: unknown) => answers.push([key, result]) })
    stage.model.begin(visit(1))
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(handler.submitted).toBe(1))
    stage.model.begin(visit(2))
    stage.model.form.setReceiver('fake-7')
    answer({ status: 'sent', hash: '0x1' })
    await waitUntil(() => expect(answers).toEqual([[1, { status: 'sent', hash: '0x1' }]]))
    await waitUntil(() => expect(stage.model.form.receiver.peek()).toMatchObject({ text: 'fake-7' }))
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
    await waitUntil(() => expect(handler.submitted).toBe(1))
    stage.model.begin(visit(2))
    await reviewed(stage)
    answer()
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: undefined }))
  })

  it('a wallet that was disconnected before it answered holds up nothing that comes after it', async () => {
    const handler = createFakeHandler()
    let answer = (_: DriverOutcome): void => undefined
    handler.outcome = () => new Promise((resolve) => (answer = resolve))
    using stage = await createStage(handler)
    const heard = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(handler.submitted).toBe(1))
    await stage.modal.disconnect()
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await reviewed(stage)
    const next = flowState(stage)
    expect(next.status).toBe('ready')
    answer({ status: 'sent', hash: '0x1' })
    await waitUntil(() => expect(heard).toMatchObject([{ hash: '0x1' }]))
    expect([flowState(stage) === next, stage.model.form.receiver.peek().text]).toEqual([true, 'fake-9'])
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
    expect(stage.errors).toEqual(['unknown.text']) // the visitor is elsewhere by now
    expect(stage.model.result.peek()).toMatchObject({ isAnswerLost: true })
    expect(stage.model.result.peek()?.status.peek()).toBe('unknown')
    expect([handler.submitted, flowState(stage).status]).toEqual([1, 'idle'])
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
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code } }))
    expect([heard, stage.model.recent.peek(), handler.submitted]).toEqual([[], [], 1])
  })

  it('shows the status that its chain family tracks', async () => {
    let status: TransactionStatus = 'pending'
    using stage = await createStage(createFakeHandler('fake', {}, { status: async () => status }))
    const settled: unknown[] = []
    stage.modal.on(transactionSettled, (one) => settled.push(one.status))
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(stage.model.result.peek()?.status.peek()).toBe('pending'))
    status = 'confirmed'
    await waitUntil(() => expect(stage.model.result.peek()?.status.peek()).toBe('confirmed'), 6000)
    expect(settled).toEqual(['confirmed'])
  })

  it.each<[string, unknown, readonly string[]]>([
    ['a known failure', new WalletModalError('NOT_SENT', 'The node refused it.'), ['send.failed']],
    ['an unexpected error', new Error('x is undefined'), ['send.unexpected']],
    ['missing funds', new WalletModalError('INSUFFICIENT_FUNDS', 'Too little.'), []],
    ['a change of the wallet', new WalletModalError('CHANGED_MEANWHILE', 'Another account.'), []],
  ])('%s after the review is told in a toast, or in the review itself', async (_, error, toasts) => {
    const handler = createFakeHandler()
    handler.outcome = () => Promise.reject(error)
    using stage = await createStage(handler)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: expect.anything() }))
    expect(stage.errors).toEqual(toasts)
  })
})

describe('B3: a page that is gone while the wallet asks', () => {
  const begin = ({ model }: Stage) => model.begin({ key: 1, params: undefined, resolve: () => undefined })
  const hanging = () => Object.assign(createFakeHandler(), { outcome: () => new Promise<DriverOutcome>(() => {}) })

  it('is told of by the next one before anything else is sent, once', async () => {
    {
      using gone = await createStage(hanging())
      await reviewed(gone)
      gone.model.submit()
      await waitUntil(() => expect(gone.handler.submitted).toBe(1))
    }
    using stage = await createStage()
    const heard: SentTransaction[] = []
    stage.modal.on(transactionSent, (sent) => heard.push(sent))
    begin(stage)
    await waitUntil(() => expect(stage.model.result.peek()).toMatchObject({ isAnswerLost: true }))
    expect(stage.model.result.peek()?.status.peek()).toBe('unknown')
    expect(heard).toMatchObject([{ address: 'fake-1', receiver: 'fake-9', amount: 5n * 10n ** 17n }])
    expect(heard[0]).not.toHaveProperty('hash')
    begin(stage)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(heard.length).toBe(1)
  })
})
