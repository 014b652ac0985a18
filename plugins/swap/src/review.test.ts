// @vitest-environment happy-dom
import type { Network } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SwapPreview, type SwapSource } from './contract.js'
import { createStage, goldOn, ROUTER, type Stage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())
afterEach(() => void vi.restoreAllMocks())

/** Opens the review of a swap of coins for gold. */
async function openReview(replaced: Partial<SwapSource> = {}, change: Partial<Stage> = {}) {
  const stage = Object.assign(await createStage(replaced), change)
  const { form, flow } = stage.model
  stage.model.begin(undefined)
  await waitUntil(() => expect(form.pay.peek()).not.toBeNull())
  form.choose('receive', goldOn(stage.here))
  form.type('0.5')
  await waitUntil(() => expect(form.quotes.state.peek().status).toBe('ready'))
  stage.show(SwapPreview)
  flow.watch()
  await waitUntil(() => expect(flow.state.peek().status).not.toBe('preparing'))
  return stage
}

const letTimePass = (ms: number): void => {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + ms)
}
const flowState = ({ model }: Stage) => model.flow.state.peek()

describe('the review of a swap', () => {
  it('is submitted with a newer quote with the same terms, although the displayed quote is too old', async () => {
    using stage = await openReview()
    letTimePass(31_000)
    await stage.model.form.quotes.refresh()
    stage.model.submit()
    await waitUntil(() => expect(stage.replies.length).toBe(1))
  })

  it('is not submitted with a quote that is too old', async () => {
    using stage = await openReview()
    letTimePass(31_000)
    stage.model.submit()
    await waitUntil(() => expect(flowState(stage).status).toBe('ready'))
    expect(stage.replies.length).toBe(0)
  })

  it('stays if the refresh of a valid quote fails; later shows the reason, and Retry prepares it again', async () => {
    let isDown = false
    const quote = async () => {
      if (isDown) throw new Error('status 500')
      return { amount: 2_000_000n }
    }
    using stage = await openReview({ quote })
    isDown = true
    await stage.model.form.quotes.refresh()
    expect(flowState(stage).status).toBe('ready')
    letTimePass(31_000)
    await stage.model.form.quotes.refresh()
    expect(flowState(stage)).toMatchObject({
      status: 'failed',
      notice: { code: 'failed', error: { message: 'status 500' } },
    })
    isDown = false
    stage.model.retry()
    expect(flowState(stage).status).toBe('preparing')
    await waitUntil(() => expect(flowState(stage).status).toBe('ready'))
  })

  it('says that there is no liquidity any more', async () => {
    let amount: bigint | undefined = 2_000_000n
    using stage = await openReview({ quote: async () => (amount === undefined ? undefined : { amount }) })
    amount = undefined
    await stage.model.form.quotes.refresh()
    expect(flowState(stage)).toMatchObject({
      ...{ status: 'failed', notice: { code: 'failed', error: { message: 'error.insufficientLiquidity' } } },
    })
  })
})

describe('a transaction that returns less than the quote', () => {
  it('is quoted again', async () => {
    const amounts = [2_000_000n, 1_900_000n]
    const quote = async () => ({ amount: amounts.length > 1 ? (amounts.shift() ?? 0n) : 1_900_000n })
    using stage = await openReview({ quote }, { minimum: 1_979_999n })
    await waitUntil(() => expect(flowState(stage).status).toBe('ready'))
    expect(flowState(stage)).toMatchObject({ displayed: { plan: { quote: { receiveAmount: 1_900_000n } } } })
  })

  it('is refused if the new quote is the same', async () => {
    using stage = await openReview({}, { minimum: 1_979_999n })
    await waitUntil(() => expect(flowState(stage)).toMatchObject({ status: 'failed', notice: { code: 'refused' } }))
    stage.model.submit()
    expect(stage.replies.length).toBe(0)
  })
})

it('the toast that asks to confirm is hidden if the wallet disconnects', async () => {
  using stage = await openReview()
  stage.model.submit()
  await waitUntil(() => expect(stage.replies.length).toBe(1))
  expect(stage.toasts.at(-1)).toBe('toast.confirm')
  await stage.modal.connections.disconnect('eip155')
  expect(stage.hidden).toBe(1)
})

/** Opens the review of a swap of gold for another token. */
async function payGold(stage: Stage, network: Network): Promise<void> {
  const { form, flow } = stage.model
  form.choose('pay', goldOn(network))
  form.choose('receive', { ...goldOn(network), assetId: `${network.caipNetworkId}/erc20:0xSLV`, symbol: 'SLV' })
  form.type('5')
  await waitUntil(() => expect(form.quotes.state.peek().status).toBe('ready'))
  stage.show(SwapPreview)
  flow.watch()
  await waitUntil(() => expect(flow.state.peek().status).toBe('ready'))
}

/** Submits the approval in the review. It is then pending on the chain. */
async function approve(stage: Stage): Promise<void> {
  stage.model.submit()
  await waitUntil(() => expect(stage.replies.length).toBe(1))
  stage.replies[0]?.({ status: 'sent', hash: '0xabc' })
  await waitUntil(() => expect(stage.model.isApproving.peek()).toBe(true))
}

it.each([2_000_000n, 2_100_000n])(
  'the swap after its approval is reviewed without the notice of a change, if meanwhile the quote is %d',
  async (next) => {
    let [allowed, amount] = [0n, 2_000_000n]
    using stage = await createStage({
      allowance: async () => ({ spender: ROUTER, amount: allowed }),
      quote: async () => ({ amount }),
    })
    await payGold(stage, stage.here)
    await approve(stage)
    amount = next
    stage.minimum = next
    await stage.model.form.quotes.refresh()
    await waitUntil(() => expect(flowState(stage).status).toBe(next === 2_000_000n ? 'sent' : 'ready'))
    allowed = 10n ** 12n
    stage.status = 'confirmed'
    const swap = { status: 'ready', displayed: { review: { actions: [{ type: 'swap' }] } } }
    await waitUntil(() => expect(flowState(stage)).toMatchObject(swap), 10_000)
    expect(flowState(stage)).toMatchObject({ notice: undefined })
  },
  15_000,
)

describe('an approval that is pending when the page is reloaded', () => {
  it('is still awaited after the reload', async () => {
    const allowance = () => Promise.resolve({ spender: ROUTER, amount: 0n })
    {
      using stage = await createStage({ allowance })
      await payGold(stage, stage.here)
      await approve(stage)
    }
    using stage = await createStage({ allowance })
    await payGold(stage, stage.here)
    expect(stage.model.isApproving.peek()).toBe(true)
    stage.status = 'confirmed'
    await waitUntil(() => expect(stage.model.isApproving.peek()).toBe(false), 10_000)
  }, 15_000)
})

describe('a swap to another network whose transaction fails after a reload', () => {
  it('ends as failed', async () => {
    {
      using stage = await createStage()
      const { form, flow } = stage.model
      stage.model.begin(undefined)
      await waitUntil(() => expect(form.pay.peek()).not.toBeNull())
      form.destinations.choose(stage.there.caipNetworkId)
      form.choose('receive', goldOn(stage.there))
      form.type('0.5')
      await waitUntil(() => expect(form.quotes.state.peek().status).toBe('ready'))
      stage.show(SwapPreview)
      flow.watch()
      await waitUntil(() => expect(flow.state.peek().status).toBe('ready'))
      stage.model.submit()
      await waitUntil(() => expect(stage.replies.length).toBe(1))
      stage.replies[0]?.({ status: 'sent', hash: '0xabc' })
      await waitUntil(() => expect(stage.model.bridges.onActiveNetwork.peek().length).toBe(1))
    }
    using stage = await createStage()
    stage.status = 'failed'
    stage.model.begin(undefined)
    const ended = { status: 'failed', state: { outcome: 'reverted' } }
    await waitUntil(() => expect(stage.model.bridges.onActiveNetwork.peek()).toMatchObject([ended]), 12_000)
    expect(stage.toasts).toContain('toast.failed')
  }, 20_000)
})
