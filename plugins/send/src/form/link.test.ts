// @vitest-environment happy-dom
import type { PaymentLink, SendHandler, TokenSource } from '@wallet-modal/kernel'
import { sendHandlers, tokenSources } from '@wallet-modal/kernel/assets'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFakeHandler, createStage, type Stage } from '../stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

const coin = 'fake:1/native:coin'
const six = { assetId: 'fake:1/t:6', caipNetworkId: 'fake:1', address: '6', name: 'Six', symbol: 'SIX', decimals: 6 }
const links: Readonly<Record<string, PaymentLink>> = {
  plain: { request: { receiver: 'fake-9' } },
  base: { request: { caipNetworkId: 'fake:1', receiver: 'fake-9', assetId: coin, amount: 250_000_000_000_000_000n } },
  whole: { request: { caipNetworkId: 'fake:1', receiver: 'fake-9', assetId: six.assetId, amount: '1.50' } },
  noted: {
    request: {
      ...{ caipNetworkId: 'fake:1', receiver: 'fake-9', assetId: six.assetId, amount: '1' },
      note: { memo: 'Order 7', references: ['fake-7'] },
    },
  },
  token: { request: { caipNetworkId: 'fake:1', receiver: 'fake-9', assetId: six.assetId } },
  tooManyDecimals: {
    request: { caipNetworkId: 'fake:1', receiver: 'fake-9', assetId: six.assetId, amount: '0.0000001' },
  },
  other: { request: { caipNetworkId: 'fake:2', receiver: 'fake-9', assetId: 'fake:2/native:coin', amount: 5n } },
  unlisted: { request: { caipNetworkId: 'fake:77', receiver: 'fake-9' } },
  nowhere: { request: { caipNetworkId: 'fake:1', receiver: 'fake-9', assetId: 'fake:1/t:none', amount: '1' } },
  bare: { request: { receiver: 'fake-9', amount: 1n } },
  bad: { refusal: { code: 'linkDemands', severity: 'refuse', text: 'a moon' } },
}
const readLink: NonNullable<SendHandler['readLink']> = async (text) =>
  text.startsWith('pay:') ? links[text.slice('pay:'.length)] : undefined
const source: TokenSource = {
  namespace: 'fake',
  assetNamespace: 't',
  tokens: async ({ assetIds }) => (assetIds.includes(six.assetId) ? [{ ...six, amount: 5_000_000n }] : []),
}

async function stageWith(replaced: Partial<SendHandler> = {}): Promise<Stage> {
  const stage = await createStage(createFakeHandler('fake', { readLink, ...replaced }))
  stage.ctx.add(tokenSources, source)
  return stage
}
const waitForReceiver = ({ model }: Stage) =>
  waitUntil(() => expect(model.form.receiver.peek()).toMatchObject({ status: 'found', text: 'fake-9' }))
const form = ({ model }: Stage) => [
  model.form.token.peek()?.assetId,
  model.form.amount.peek().text,
  model.form.receiver.peek().text,
]

async function expectRefused(stage: Stage, text: string, issue: object): Promise<void> {
  const before = form(stage).slice(0, 2)
  stage.model.form.setReceiver(text)
  await waitUntil(() => expect(stage.model.form.receiver.peek()).toMatchObject({ status: 'refused', issue }))
  expect(form(stage)).toEqual([...before, text])
  expect([stage.model.form.link.peek(), stage.model.form.status.peek()]).not.toContain('complete')
}

describe('a payment link in the receiver field', () => {
  it('fills in the receiver, the token and the exact amount', async () => {
    using stage = await stageWith()
    stage.model.form.setReceiver(' pay:base ')
    await waitForReceiver(stage)
    expect(form(stage)).toEqual([coin, '0.25', 'fake-9'])
    await waitUntil(() => expect(stage.model.form.status.peek()).toBe('complete'))
    stage.model.form.setReceiver('pay:whole')
    await waitUntil(() => expect(form(stage)).toEqual([six.assetId, '1.5', 'fake-9']))
    expect(stage.model.form.link.peek()).toMatchObject({ amount: '1.5', token: six })
  })

  it('with only an address leaves token and amount unchanged', async () => {
    using stage = await stageWith()
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.type('0.5')
    stage.model.form.setReceiver('pay:plain')
    await waitForReceiver(stage)
    expect(form(stage)).toEqual([coin, '0.5', 'fake-9'])
    expect(stage.model.form.link.peek()).toEqual({ receiver: 'fake-9' })
    stage.model.form.setReceiver('fake-8')
    expect(stage.model.form.link.peek()).toBeNull()
  })

  it('with only an address is applied even if another field was edited while it was read', async () => {
    let go = (): void => undefined
    const released = new Promise<void>((resolve) => {
      go = resolve
    })
    using stage = await stageWith({ readLink: (...args) => released.then(() => readLink(...args)) })
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.setReceiver('pay:plain')
    stage.model.form.type('0.5')
    go()
    await waitForReceiver(stage)
    expect(form(stage)).toEqual([coin, '0.5', 'fake-9'])
  })

  it('I7: adds its note to the transaction, and a transaction with another note is refused', async () => {
    using stage = await stageWith()
    const { form, flow } = stage.model
    const end = flow.watch()
    form.setReceiver('pay:noted')
    await waitUntil(() => expect(flow.state.peek().status).toBe('ready'))
    const note = { memo: 'Order 7', references: ['fake-7'] }
    expect(flow.state.peek()).toMatchObject({ displayed: { review: { actions: [{ note }] } } })
    stage.handler.tamperTransfer = { note: { ...note, memo: 'Order 8' } }
    flow.prepare()
    await waitUntil(() => expect(flow.state.peek()).toMatchObject({ notice: { code: 'refused' } }))
    // a transfer to another receiver has no note
    stage.handler.tamperTransfer = {}
    form.setReceiver('fake-8')
    await waitUntil(() => expect(flow.state.peek()).toMatchObject({ displayed: { plan: { receiver: 'fake-8' } } }))
    const other = flow.state.peek()
    expect('displayed' in other && other.displayed?.review.actions).toMatchObject([{ to: 'fake-8' }])
    expect('displayed' in other && other.displayed?.review.actions[0]).not.toHaveProperty('note')
    end()
  })

  it('with another token and no amount clears the amount, even the maximum', async () => {
    using stage = await stageWith()
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.useMax()
    await waitUntil(() => expect(stage.model.form.amount.peek().isMax).toBe(true))
    stage.model.form.setReceiver('pay:token')
    await waitForReceiver(stage)
    expect(form(stage)).toEqual([six.assetId, '', 'fake-9'])
  })

  it('that could not be read at first does not overwrite later input until applyLink()', async () => {
    let isOffline = true
    using stage = await stageWith({
      readLink: async (...args) => {
        if (isOffline) throw new TypeError('offline')
        return readLink(...args)
      },
    })
    stage.model.form.setReceiver('pay:base')
    await waitUntil(() => expect(stage.model.form.receiver.peek().status).toBe('failed'))
    isOffline = false
    stage.model.form.chooseToken({ ...six, amount: undefined })
    stage.model.form.type('0.1')
    await waitUntil(() => expect(stage.model.form.receiver.peek().status).toBe('unconfirmed'))
    expect(form(stage)).toEqual([six.assetId, '0.1', 'pay:base'])
    stage.model.form.applyLink()
    await waitForReceiver(stage)
    expect(form(stage)).toEqual([coin, '0.25', 'fake-9'])
  })

  it('that waits for confirmation is not applied by a retry after the limit could not be read', async () => {
    let isOffline = true
    const offline = () => Promise.reject(new TypeError('offline'))
    using stage = await stageWith({
      limit: offline,
      readLink: (...args) => (isOffline ? offline() : readLink(...args)),
    })
    const { form: sendForm } = stage.model
    sendForm.setReceiver('pay:base')
    await waitUntil(() => expect(sendForm.receiver.peek().status).toBe('failed'))
    sendForm.chooseToken({ ...six, amount: undefined })
    sendForm.type('0.1')
    isOffline = false
    sendForm.retry()
    const statuses = () => [sendForm.receiver.peek().status, sendForm.limit.peek().status]
    await waitUntil(() => expect(statuses()).toEqual(['unconfirmed', 'failed']))
    sendForm.retry()
    await waitUntil(() => expect(statuses()).toEqual(['unconfirmed', 'failed']))
    expect(form(stage)).toEqual([six.assetId, '0.1', 'pay:base'])
  })

  it.each<[string, (stage: Stage) => void, readonly unknown[]]>([
    ['another token', ({ model }) => model.form.chooseToken({ ...six, amount: undefined }), [six.assetId, '']],
    ['an amount', ({ model }) => model.form.type('0.1'), [coin, '0.1']],
    ['the maximum', ({ model }) => model.form.useMax(), [coin, '0.9999999999999995']],
  ])('that is still being read does not overwrite %s entered meanwhile', async (_, enter, kept) => {
    let go = (): void => undefined
    const released = new Promise<void>((resolve) => {
      go = resolve
    })
    const reading: string[] = []
    using stage = await stageWith({
      readLink: async (...args) => {
        reading.push(args[0])
        await released
        return readLink(...args)
      },
    })
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.setReceiver('pay:whole')
    await waitUntil(() => expect(reading).toContain('pay:whole'))
    enter(stage)
    go()
    await waitUntil(() => expect(stage.model.form.receiver.peek().status).toBe('unconfirmed'))
    expect(form(stage)).toEqual([...kept, 'pay:whole'])
    stage.model.form.applyLink()
    await waitUntil(() => expect(form(stage)).toEqual([six.assetId, '1.5', 'fake-9']))
  })

  it.each([
    ['pay:bad', { code: 'linkDemands', text: 'a moon' }],
    ['pay:unknown', { code: 'link.unknown', text: 'pay' }],
    ['LIGHTNING:lnbc1', { code: 'link.unknown', text: 'lightning' }],
    ['wc:abc@2?relay-protocol=irn', { code: 'link.unknown', text: 'wc' }],
    ['pay:nowhere', { code: 'link.token' }],
    ['pay:tooManyDecimals', { code: 'link.amount', text: 'SIX' }],
    ['pay:bare', { code: 'badLink' }],
    ['pay:unlisted', { code: 'link.network', text: 'fake:77' }],
    ['far:1:fake-9', { code: 'link.network', text: 'far:1' }],
  ])('%s is refused with a reason and fills in nothing', async (text, issue) => {
    using stage = await stageWith()
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.type('0.5')
    await expectRefused(stage, text, issue)
    stage.model.switchToLink()
    expect(stage.modal.connections.active.peek()?.caipNetworkId).toBe('fake:1')
  })

  it('of another network fills in the form after switchToLink()', async () => {
    using stage = await stageWith()
    await expectRefused(stage, 'pay:other', { code: 'link.network', text: 'fake 2' })
    stage.model.form.type('0.1')
    stage.model.switchToLink()
    await waitForReceiver(stage)
    expect(stage.modal.connections.active.peek()?.caipNetworkId).toBe('fake:2')
    expect(form(stage)).toEqual(['fake:2/native:coin', '0.000000000000000005', 'fake-9'])
  })

  it('CAIP-10: an account id is accepted on its own network and refused on another', async () => {
    // this chain family also reads texts that start with its namespace as links
    using stage = await stageWith({ readLink: async () => ({ refusal: { code: 'badLink', severity: 'refuse' } }) })
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.setReceiver('fake:1:fake-9')
    await waitForReceiver(stage)
    await expectRefused(stage, 'fake:2:fake-9', { code: 'link.network', text: 'fake 2' })
  })

  it('of an inactive chain family is read by that family, and the refusal names its network', async () => {
    using stage = await stageWith()
    stage.ctx.add(sendHandlers, {
      ...createFakeHandler('far'),
      readLink: async (text) => (text === 'far:x' ? { request: { caipNetworkId: 'far:9', receiver: 'x' } } : undefined),
    })
    await expectRefused(stage, 'far:x', { code: 'link.network', text: 'far:9' })
  })

  it('that cannot be read gives the receiver the status failed', async () => {
    using stage = await stageWith({ readLink: async () => Promise.reject(new TypeError('offline')) })
    stage.model.form.setReceiver('pay:base')
    await waitUntil(() => expect(stage.model.form.receiver.peek().status).toBe('failed'))
    expect(form(stage)).toEqual([coin, '', 'pay:base'])
  })

  it('C3: that is read late fills in nothing if the field has changed', async () => {
    const answers: ((link: PaymentLink | undefined) => void)[] = []
    using stage = await stageWith({ readLink: () => new Promise((resolve) => void answers.push(resolve)) })
    stage.model.form.chooseToken(stage.coin)
    stage.model.form.setReceiver('pay:base')
    stage.model.form.setReceiver('fake-8')
    await waitUntil(() =>
      expect(stage.model.form.receiver.peek()).toMatchObject({ status: 'found', address: 'fake-8' }),
    )
    for (const answer of answers) answer(links.base)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([...form(stage), stage.model.form.link.peek()]).toEqual([coin, '', 'fake-8', null])
  })
})

describe('a payment link in a form with values set by the site', () => {
  const begin = async (params: object): Promise<Stage> => {
    const stage = await stageWith()
    stage.model.begin({ key: 1, params, resolve: () => {} })
    await waitUntil(() =>
      expect(stage.model.opening.peek()).toMatchObject({ status: 'ready', preset: { network: {} } }),
    )
    return stage
  }

  it('cannot change token or amount', async () => {
    using stage = await begin({ token: coin, amount: '0.3' })
    await expectRefused(stage, 'pay:whole', { code: 'link.settled' })
    await expectRefused(stage, 'pay:base', { code: 'link.settled' })
    stage.model.form.setReceiver('pay:plain')
    await waitForReceiver(stage)
    expect(form(stage)).toEqual([coin, '0.3', 'fake-9'])
  })

  it('is accepted if it names the same token and amount', async () => {
    using stage = await begin({ token: coin, amount: '.250' })
    stage.model.form.setReceiver('pay:base')
    await waitForReceiver(stage)
    expect(form(stage)).toEqual([coin, '0.25', 'fake-9'])
  })

  it('is refused as the receiver set by the site', async () => {
    using stage = await begin({ token: coin, receiver: 'pay:base' })
    await waitUntil(() => expect(stage.model.form.receiver.peek().status).toBe('refused'))
    expect(form(stage)).toEqual([coin, '', 'pay:base'])
  })
})
