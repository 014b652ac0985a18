// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeHandler, createStage, type FakeHandler, MAX, reviewed } from '../stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

describe('the form', () => {
  it('reports the first missing or invalid value, in a fixed order', async () => {
    using stage = await createStage(createFakeHandler('fake', { canSend: () => false }))
    const { model, coin } = stage
    const waitForStatus = (wanted: string) => waitUntil(() => expect(model.form.status.peek()).toBe(wanted))
    model.form.setReceiver('nonsense')
    await waitForStatus('selectToken')
    await waitUntil(() => expect(model.form.receiver.peek()).toEqual({ status: 'unchecked', text: 'nonsense' }))
    model.form.chooseToken(coin)
    await waitForStatus('addAmount')
    for (const wrong of ['0', '0.0', '1e3', '1,5', '-1', '.', '0x10', '٣', '0.0000000000000000001']) {
      model.form.type(wrong)
      await waitForStatus('incorrectValue')
    }
    model.form.type('1')
    await waitForStatus('insufficientFunds')
    model.form.type('0.25')
    await waitForStatus('invalidAddress')
    model.form.setReceiver('')
    await waitForStatus('addAddress')
    model.form.setReceiver('fake-9')
    await waitForStatus('complete')
  })

  it('D4: Max is exactly the limit of the handler, until an amount is typed', async () => {
    using stage = await createStage()
    const { model, coin } = stage
    model.form.chooseToken(coin)
    model.form.useMax()
    await waitUntil(() =>
      expect(model.form.amount.peek()).toEqual({ text: '0.9999999999999995', isMax: true, value: MAX }),
    )
    model.form.type('0.1')
    expect(model.form.amount.peek()).toMatchObject({ isMax: false, value: 10n ** 17n })
  })

  it('cannot send a token whose amounts wallets scale, and does not read its limit', async () => {
    const limited: string[] = []
    const limit: FakeHandler['limit'] = async ({ token: { symbol } }) => {
      limited.push(symbol)
      return { max: MAX, fee: 500n, extras: [] }
    }
    using stage = await createStage(createFakeHandler('fake', { limit }))
    const { model, coin } = stage
    const token = { ...coin, assetId: 'fake:1/t:1', address: 'fake-1', symbol: 'STK', amount: 5n, scaledAmount: 9n }
    model.form.chooseToken(token)
    model.form.type('0.25')
    model.form.setReceiver('fake-9')
    await waitUntil(() => expect(model.form.receiver.peek().status).toBe('found'))
    expect([model.form.status.peek(), model.form.plan.peek(), limited.includes('STK')]).toEqual([
      'scaledToken',
      null,
      false,
    ])
    model.review()
    expect(stage.errors).toEqual([stage.ctx.t('form.scaledToken')])
  })

  it('does not call an address invalid that could not be checked', async () => {
    const inspectReceiver = () => Promise.reject(new Error('offline'))
    using stage = await createStage(createFakeHandler('fake', { inspectReceiver }))
    const { form } = stage.model
    form.chooseToken(stage.coin)
    form.type('0.25')
    form.setReceiver('fake-9')
    await waitUntil(() => expect(form.status.peek()).toBe('uncheckedAddress'))
  })

  it('says that the amount was not checked if Max is chosen and the maximum could not be read', async () => {
    let isOffline = true
    const limit: FakeHandler['limit'] = async () => {
      if (isOffline) throw new Error('offline')
      return { max: MAX, fee: 500n, extras: [] }
    }
    using stage = await createStage(createFakeHandler('fake', { limit }))
    const { model } = stage
    model.form.chooseToken(stage.coin)
    model.form.useMax()
    model.form.setReceiver('fake-9')
    await waitUntil(() => expect(model.form.status.peek()).toBe('uncheckedAmount'))
    const leave = model.flow.watch()
    expect(model.flow.state.peek().status).toBe('failed')
    leave()
    model.review()
    expect(stage.errors).toEqual([stage.ctx.t('form.uncheckedAmount')])
    isOffline = false
    model.form.retry()
    await waitUntil(() => expect(model.form.status.peek()).toBe('complete'))
    expect(model.form.amount.peek().value).toBe(MAX)
  })

  it('is empty after a disconnect', async () => {
    using stage = await createStage()
    const { model, modal } = stage
    await reviewed(stage)
    await modal.disconnect()
    expect([model.form.token.peek(), model.form.amount.peek().text, model.form.receiver.peek().status]).toEqual([
      null,
      '',
      'empty',
    ])
  })

  it('C3: property: the receiver belongs to the text in the field, in whatever order replies arrive', async () => {
    const texts = fc.array(fc.constantFrom('fake-1x', 'fake-2x', 'nobody', 'fake-3x'), { minLength: 2, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), texts, async (s, typed) => {
        const inspect = s.scheduleFunction(async (text: string) => ({
          address: text.startsWith('fake-') ? text : undefined,
          issues: [],
        }))
        using stage = await createStage(createFakeHandler('fake', { inspectReceiver: inspect }))
        const { model, coin } = stage
        model.form.chooseToken(coin)
        for (const text of typed) {
          model.form.setReceiver(text)
          const now = model.form.receiver.peek()
          expect([now.status, now.text]).toEqual(['checking', text])
        }
        await s.waitFor(waitUntil(() => expect(model.form.receiver.peek().status).not.toBe('checking')))
        const [last = ''] = typed.slice(-1)
        const now = model.form.receiver.peek()
        expect(now.text).toBe(last)
        expect(now.status === 'found' ? now.address : undefined).toBe(last.startsWith('fake-') ? last : undefined)
      }),
      { numRuns: 25 },
    )
  })
})
