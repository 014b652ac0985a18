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
import { WalletSend } from './contract.js'
import { createFakeHandler, createStage, flowState, reviewed, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

describe('submitting', () => {
  const listen = ({ modal }: Stage): SentTransaction[] => {
    const sentEvents: SentTransaction[] = []
    modal.on(transactionSent, (sent) => sentEvents.push(sent))
    return sentEvents
  }

  it('C1: sends once, however often submit() is called', async () => {
    using stage = await createStage()
    const sentEvents = listen(stage)
    await reviewed(stage)
    for (let click = 0; click < 50; click++) stage.model.submit()
    await waitUntil(() => expect(sentEvents.length).toBe(1))
    expect(stage.handler.submitted).toBe(1)
    expect(sentEvents[0]).toMatchObject({
      hash: '0xabc',
      address: 'fake-1',
      receiver: 'fake-9',
      amount: 5n * 10n ** 17n,
    })
    expect(stage.model.recent.peek()).toEqual([{ address: 'fake-9' }])
  })

  it('emits transactionSent at once, and transactionSeen when the nonce is known', async () => {
    const handler = createFakeHandler()
    const tell: ((nonce: bigint | undefined) => void)[] = []
    handler.outcome = async () => ({
      status: 'sent',
      hash: '0xabc',
      nonce: new Promise((resolve) => tell.push(resolve)),
    })
    using stage = await createStage(handler)
    const sentEvents = listen(stage)
    const seen: SentTransaction[] = []
    stage.modal.on(transactionSeen, (one) => seen.push(one))
    for (const [at, nonce] of [undefined, 7n].entries()) {
      const count = at + 1
      await reviewed(stage)
      stage.model.submit()
      await waitUntil(() => expect([sentEvents.length, tell.length]).toEqual([count, count]))
      expect(sentEvents.at(-1)).not.toHaveProperty('nonce')
      tell.at(-1)?.(nonce)
    }
    await waitUntil(() => expect(seen).toEqual([{ ...sentEvents[1], nonce: 7n }]))
  })

  it('a batch without a hash is sent; its hash is displayed once it is known', async () => {
    const handler = createFakeHandler('fake', {}, { statusByTrace: async () => ({ status: 'pending', hash: '0xabc' }) })
    handler.outcome = async () => ({ status: 'sent', trace: 'batch 1' })
    using stage = await createStage(handler)
    const sentEvents = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(sentEvents.length).toBe(1))
    expect(sentEvents[0]).not.toHaveProperty('hash')
    const displayed = () => stage.model.result.peek()
    await waitUntil(() => expect(displayed()).toMatchObject({ isAnswerLost: false, sent: { trace: 'batch 1' } }))
    for (const other of [{ address: 'fake-2' }, { caipNetworkId: 'fake:2' }])
      stage.ctx.emit(transactionSeen, { ...sentEvents[0], trace: 'batch 1', hash: '0xother', ...other } as never)
    expect(displayed()?.sent.hash).not.toBe('0xother')
    await waitUntil(() => expect(displayed()?.sent.hash).toBe('0xabc'), 5_000)
    expect(displayed()?.status.peek()).toBe('pending')
  })

  it('displays the hash of the transaction that was included instead, because the visitor has sped it up', async () => {
    const handler = createFakeHandler(
      'fake',
      {},
      { status: async () => ({ status: 'confirmed', replacementHash: '0xfast' }) },
    )
    handler.outcome = async () => ({ status: 'sent', hash: '0xslow' })
    using stage = await createStage(handler)
    await reviewed(stage)
    stage.model.submit()
    const included = { sent: { hash: '0xslow', replacementHash: '0xfast' } }
    await waitUntil(() => expect(stage.model.result.peek()).toMatchObject(included), 5_000)
    expect(stage.model.result.peek()?.status.peek()).toBe('confirmed')
  })

  it('resolves only its own request, not a payment that was started meanwhile', async () => {
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

  it('does not clear a form that the visitor has edited before the wallet replied', async () => {
    const handler = createFakeHandler()
    let answer = (_: DriverOutcome): void => undefined
    handler.outcome = () => new Promise((resolve) => (answer = resolve))
    using stage = await createStage(handler)
    const leave = await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(handler.submitted).toBe(1))
    leave()
    stage.model.form.type('0.25')
    stage.model.form.setReceiver('fake-7')
    answer({ status: 'sent', hash: '0x1' })
    await waitUntil(() => expect(flowState(stage).status).toBe('idle'))
    expect([stage.model.form.amount.peek().text, stage.model.form.receiver.peek().text]).toEqual(['0.25', 'fake-7'])
  })

  it.each([
    ['rejection', async () => ({ status: 'rejected' }) as const],
    ['failure', () => Promise.reject(new Error('no'))],
  ])('a late %s shows no notice on a payment that was started meanwhile', async (_, outcome) => {
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

  it('a wallet that is disconnected before it responds does not block the next payment', async () => {
    const handler = createFakeHandler()
    let answer = (_: DriverOutcome): void => undefined
    handler.outcome = () => new Promise((resolve) => (answer = resolve))
    using stage = await createStage(handler)
    const sentEvents = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(handler.submitted).toBe(1))
    await stage.modal.disconnect()
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await reviewed(stage)
    const next = flowState(stage)
    expect(next.status).toBe('ready')
    answer({ status: 'sent', hash: '0x1' })
    await waitUntil(() => expect(sentEvents).toMatchObject([{ hash: '0x1' }]))
    expect([flowState(stage) === next, stage.model.form.receiver.peek().text]).toEqual([true, 'fake-9'])
  })

  it('B3: an unknown result is displayed, emits transactionSent without a hash, and is not retried', async () => {
    const handler = createFakeHandler()
    handler.outcome = async () => ({ status: 'unknown', cause: new Error('lost') })
    using stage = await createStage(handler)
    const sentEvents = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(sentEvents.length).toBe(1))
    expect(sentEvents[0]?.hash).toBeUndefined()
    expect(stage.errors).toEqual(['unknown.text']) // the view is closed by now
    expect(stage.model.result.peek()).toMatchObject({ isAnswerLost: true })
    expect(stage.model.result.peek()?.status.peek()).toBe('unknown')
    expect([handler.submitted, flowState(stage).status]).toEqual([1, 'idle'])
  })

  it.each([
    ['rejected', async () => ({ status: 'rejected' }) as const, 'declined'],
    [
      'failed',
      async () => {
        throw new Error('no')
      },
      'failed',
    ],
  ])('a %s payment emits no event, and its review is ready again with a notice', async (_, outcome, code) => {
    const handler = createFakeHandler()
    handler.outcome = outcome
    using stage = await createStage(handler)
    const sentEvents = listen(stage)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: { code } }))
    expect([sentEvents, stage.model.recent.peek(), handler.submitted]).toEqual([[], [], 1])
  })

  it('displays the status of the transaction, and emits transactionSettled once it is confirmed', async () => {
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
    ['insufficient funds', new WalletModalError('INSUFFICIENT_FUNDS', 'Too little.'), []],
    ['a changed account of the wallet', new WalletModalError('CHANGED_MEANWHILE', 'Another account.'), []],
  ])('%s on submit shows a notice, and a toast if the notice does not explain the error', async (_, error, toasts) => {
    const handler = createFakeHandler()
    handler.outcome = () => Promise.reject(error)
    using stage = await createStage(handler)
    await reviewed(stage)
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'ready', notice: expect.anything() }))
    expect(stage.errors).toEqual(toasts)
  })
})

describe('B3: a payment whose page was closed before the wallet replied', () => {
  const begin = ({ model }: Stage) => model.begin({ key: 1, params: undefined, resolve: () => undefined })
  const hanging = () => Object.assign(createFakeHandler(), { outcome: () => new Promise<DriverOutcome>(() => {}) })

  it('is reported once by the next page, with an unknown result', async () => {
    {
      using gone = await createStage(hanging())
      await reviewed(gone)
      gone.model.submit()
      await waitUntil(() => expect(gone.handler.submitted).toBe(1))
    }
    using stage = await createStage()
    const sentEvents: SentTransaction[] = []
    stage.modal.on(transactionSent, (sent) => sentEvents.push(sent))
    begin(stage)
    await waitUntil(() => expect(sentEvents.length).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stage.model.result.peek()).toBeNull() // it stays stored while Send is not displayed
    stage.displayedView.value = WalletSend
    begin(stage)
    await waitUntil(() => expect(stage.model.result.peek()).toMatchObject({ isAnswerLost: true }))
    expect(stage.model.result.peek()?.status.peek()).toBe('unknown')
    expect(sentEvents).toMatchObject([{ address: 'fake-1', receiver: 'fake-9', amount: 5n * 10n ** 17n }])
    expect(sentEvents[0]).not.toHaveProperty('hash')
    begin(stage)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sentEvents.length).toBe(1)
  })
})
