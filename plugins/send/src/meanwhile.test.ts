// @vitest-environment happy-dom
import { type TokenSource, WalletModalError } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SendParams } from './contract.js'
import { createFakeHandler, createStage, type FakeHandler, MAX, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

const coin = 'fake:1/native:coin'
const preview = ({ model }: Stage) => model.flow.state.peek()
const form = ({ model }: Stage) => [
  model.form.token.peek()?.assetId,
  model.form.amount.peek().text,
  model.form.receiver.peek().text,
]
const begin = ({ model }: Stage, params?: SendParams) => model.begin({ key: 1, params, resolve: () => undefined })

async function fill({ model, ...stage }: Stage): Promise<void> {
  model.form.chooseToken(stage.coin)
  model.form.type('0.5')
  model.form.setReceiver('fake-9')
  await waitUntil(() => expect(model.form.status.peek()).toBe('complete'))
}
async function reviewed(stage: Stage): Promise<void> {
  await fill(stage)
  stage.model.flow.watch()
  await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', notice: undefined }))
}

describe('while the review is displayed', () => {
  it('C4: a change of the account shows the notice `changed`', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() =>
      expect(preview(stage)).toMatchObject({ status: 'ready', displayed: { review: { from: 'fake-2' } } }),
    )
    expect(preview(stage)).toMatchObject({ notice: { code: 'changed' } })
  })

  it('C4: a change to another wallet with the same account shows the notice `changed`', async () => {
    using stage = await createStage()
    await reviewed(stage)
    stage.fake.other.addresses = ['fake-1']
    await stage.modal.connections.connect(stage.fake.other.connector)
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', notice: { code: 'changed' } }))
  })

  it('a higher maximum shows the notice `changed`; a maximum reduced by a higher fee does not', async () => {
    using stage = await createStage()
    await fill(stage)
    stage.model.form.useMax()
    await waitUntil(() => expect(stage.model.form.status.peek()).toBe('complete'))
    stage.model.flow.watch()
    const shows = (amount: bigint) =>
      waitUntil(() =>
        expect(preview(stage)).toMatchObject({ status: 'ready', displayed: { review: { actions: [{ amount }] } } }),
      )
    await shows(MAX)
    Object.assign(stage.handler, { tamperTransfer: { amount: MAX - 20n }, tamper: { fee: 520n } })
    stage.model.flow.prepare()
    await shows(MAX - 20n)
    expect(preview(stage)).toMatchObject({ notice: undefined })
    stage.handler.tamperTransfer = { amount: 10n ** 19n }
    stage.model.flow.prepare()
    await shows(10n ** 19n)
    expect(preview(stage)).toMatchObject({ notice: { code: 'changed' } })
  })

  it('submit() after the clock was set back prepares the transaction again and does not submit it', async () => {
    using stage = await createStage()
    await reviewed(stage)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now - 3_600_000)
    stage.model.submit()
    vi.restoreAllMocks()
    expect(stage.handler.submitted).toBe(0)
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'ready', notice: { code: 'changed' } }))
  })
})

describe('the speed', () => {
  /** Stage of an account that cannot pay 0.5 at the speed `instant`. */
  async function createSpeedStage(): Promise<Stage> {
    const handler: FakeHandler = createFakeHandler('fake', {}, { speeds: ['standard', 'instant'] })
    const { prepare } = handler
    handler.prepare = async (draft, signal) => {
      if (draft.speed === 'instant' && draft.amount === 5n * 10n ** 17n)
        throw new WalletModalError('INSUFFICIENT_FUNDS', 'Too little.')
      return prepare(draft, signal)
    }
    const stage = await createStage(handler)
    await fill(stage)
    return stage
  }
  const openReview = async ({ model }: Stage): Promise<() => void> => {
    const leave = model.flow.watch()
    await waitUntil(() => expect(model.flow.state.peek().status).toBe('ready'))
    return leave
  }

  it('that the account cannot pay is reset when the review is opened again', async () => {
    using stage = await createSpeedStage()
    const leave = await openReview(stage)
    stage.model.flow.chooseSpeed('instant')
    await waitUntil(() => expect(preview(stage)).toMatchObject({ status: 'failed', notice: { code: 'insufficient' } }))
    leave()
    await openReview(stage)
    expect(stage.model.flow.speed.peek()).toBe('standard')
  })

  it('stays when the review is opened again, and is reset after the payment', async () => {
    using stage = await createSpeedStage()
    stage.model.form.type('0.25')
    const leave = await openReview(stage)
    stage.model.flow.chooseSpeed('instant')
    leave()
    await openReview(stage)
    expect(stage.model.flow.speed.peek()).toBe('instant')
    stage.model.submit()
    await waitUntil(() => expect(preview(stage).status).toBe('idle'))
    expect(stage.model.flow.speed.peek()).toBe('standard')
  })
})

describe('locking a wallet of another chain family', () => {
  it('leaves the form unchanged', async () => {
    const other = createFakeNamespace('other')
    using stage = await createStage(createFakeHandler(), [other.plugin()])
    await stage.modal.connections.connect(other.wallet.connector)
    stage.modal.connections.activate('fake')
    begin(stage)
    await fill(stage)
    other.wallet.changeAccounts([])
    expect(stage.modal.connections.all.peek().length).toBe(1)
    expect(form(stage)).toEqual([coin, '0.5', 'fake-9'])
  })
})

describe('values set by the site', () => {
  it('are filled in again after the wallet was reconnected', async () => {
    using stage = await createStage()
    const params = { token: coin, amount: '0.25', receiver: 'fake-9' }
    begin(stage, params)
    await waitUntil(() => expect(form(stage)).toEqual([coin, '0.25', 'fake-9']))
    stage.fake.wallet.changeAccounts([])
    expect(form(stage)).toEqual([undefined, '', ''])
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    begin(stage, params)
    await waitUntil(() => expect(form(stage)).toEqual([coin, '0.25', 'fake-9']))
    expect(stage.model.opening.peek().status).toBe('ready')
  })

  it('are not filled in again while the disconnected wallet may still submit the payment', async () => {
    const handler = createFakeHandler()
    handler.outcome = () => new Promise(() => undefined)
    using stage = await createStage(handler)
    const params = { token: coin, amount: '0.25', receiver: 'fake-9' }
    begin(stage, params)
    await waitUntil(() => expect(stage.model.form.status.peek()).toBe('complete'))
    stage.model.flow.watch()
    await waitUntil(() => expect(preview(stage).status).toBe('ready'))
    stage.model.submit()
    await waitUntil(() => expect(handler.submitted).toBe(1))
    stage.fake.wallet.changeAccounts([])
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    begin(stage, params)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([stage.model.form.receiver.peek().text, handler.submitted]).toEqual(['', 1])
  })

  it('are declined if the wallet changes the network while the token is looked up', async () => {
    using stage = await createStage()
    let answer = (): void => undefined
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    const token = {
      assetId: 'fake:1/tok:6',
      caipNetworkId: 'fake:1',
      address: '6',
      name: 'Six',
      symbol: 'SIX',
      decimals: 6,
    }
    const source: TokenSource = {
      namespace: 'fake',
      assetNamespace: 'tok',
      tokens: async () => waiting.then(() => [{ ...token, amount: 5_000_000n }]),
    }
    stage.ctx.add(tokenSources, source)
    begin(stage, { token: token.assetId, receiver: 'fake-9' })
    await waitUntil(() => expect(stage.model.opening.peek().status).toBe('reading'))
    stage.fake.wallet.changeNetwork('fake:2')
    answer()
    await waitUntil(() => expect(stage.model.opening.peek().status).toBe('declined'))
  })
})
