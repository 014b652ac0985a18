// @vitest-environment happy-dom
import type { DriverOutcome, Network, Route } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { Swap, SwapPreview, SwapSelectToken, SwapUnknown } from './contract.js'
import { createStage, goldOn, Home, type Stage, values } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

/** Fills in a swap of the coin for gold, opens its review and submits it. The request then waits in the wallet. */
async function submit(stage: Stage, receiveNetwork: Network): Promise<void> {
  const { form, flow } = stage.model
  form.choose('pay', {
    ...{ assetId: coinAssetId(stage.here), caipNetworkId: stage.here.caipNetworkId },
    ...{ name: 'Coin', symbol: 'COIN', decimals: 18 },
  })
  form.destinations.choose(receiveNetwork.caipNetworkId)
  form.choose('receive', goldOn(receiveNetwork))
  form.type('0.5')
  await waitUntil(() => expect(form.quotes.state.peek().status).toBe('ready'))
  stage.show(SwapPreview)
  const leave = flow.watch()
  await waitUntil(() => expect(flow.state.peek().status).toBe('ready'))
  const count = stage.replies.length
  stage.model.submit()
  await waitUntil(() => expect(stage.replies.length).toBe(count + 1))
  leave()
}

const reply = ({ replies }: Stage, outcome: DriverOutcome = { status: 'sent', hash: '0xabc' }): void =>
  replies.at(-1)?.(outcome)

describe('swaps whose page was closed before the wallet replied', () => {
  it('are displayed one by one, also after a page that has only reported them', async () => {
    for (const network of ['here', 'there'] as const) {
      using gone = await createStage()
      await submit(gone, gone[network])
    }
    {
      using reporting = await createStage()
      reporting.model.begin(undefined) // the view is closed again before the replies are known to be lost
    }
    using stage = await createStage()
    const shown: unknown[] = []
    for (const _ of ['first', 'second']) {
      stage.show(Swap)
      stage.model.begin(undefined)
      await waitUntil(() => expect(stage.current.peek()?.view).toBe(SwapUnknown))
      const lost = stage.model.lostTransaction.peek()
      shown.push(lost?.type === 'swap' && lost.receive.token.caipNetworkId)
    }
    expect(shown).toEqual([stage.there.caipNetworkId, stage.here.caipNetworkId])
  }, 15_000)

  it('are displayed although the code of another chain family fails to load', async () => {
    {
      using gone = await createStage()
      await submit(gone, gone.here)
    }
    using stage = await createStage({}, { hasFailingFamily: true })
    stage.show(Swap)
    stage.model.begin(undefined)
    await waitUntil(() => expect(stage.current.peek()?.view).toBe(SwapUnknown))
    expect(stage.model.lostTransaction.peek()?.type).toBe('swap')
  })
})

describe('a swap whose transaction was replaced', () => {
  it('shows that the replacement may be the same swap, and no failure', async () => {
    using stage = await createStage()
    await submit(stage, stage.here)
    reply(stage)
    stage.status = 'replaced'
    await waitUntil(() => expect(stage.toasts).toContain('toast.replaced'), 6000)
    expect(stage.toasts).not.toContain('toast.failed')
  })

  it('stays listed as replaced if it was a swap to another network', async () => {
    using stage = await createStage()
    await submit(stage, stage.there)
    reply(stage)
    await waitUntil(() =>
      expect(stage.model.bridges.onActiveNetwork.peek()).toMatchObject([{ state: { outcome: 'pending' } }]),
    )
    stage.status = 'replaced'
    const ended = { id: '0xabc', status: 'failed', state: { outcome: 'replaced' } }
    await waitUntil(() => expect(stage.model.bridges.onActiveNetwork.peek()).toMatchObject([ended]), 10_000)
    expect(stage.toasts).toContain('toast.replaced')
    expect(stage.toasts).not.toContain('toast.failed')
  }, 15_000)
})

it('a swap to another network that failed on the sending network is not listed, and shows one toast', async () => {
  using stage = await createStage()
  stage.statusOf = ({ type }) => (type === 'custom' ? 'failed' : stage.status) // the order reads it first
  await submit(stage, stage.there)
  reply(stage, { status: 'sent', hash: '0xabc' })
  await waitUntil(() => expect(stage.toasts).toContain('toast.failed'), 10_000)
  stage.status = 'failed'
  await waitUntil(() => expect(stage.model.bridges.onActiveNetwork.peek()).toEqual([]), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(stage.toasts.filter((text) => text === 'toast.failed')).toHaveLength(1)
}, 25_000)

describe('the reply of the wallet', () => {
  it.each<[string, DriverOutcome, Route['view']]>([
    ['sent', { status: 'sent', hash: '0xabc' }, Home],
    ['unknown', { status: 'unknown', cause: new Error('lost') }, SwapUnknown],
  ])('%s closes the review and clears the form', async (_, outcome, next) => {
    using stage = await createStage()
    await submit(stage, stage.here)
    reply(stage, outcome)
    await waitUntil(() => expect(values(stage)).toEqual([undefined, '']))
    expect(stage.model.flow.state.peek().status).toBe('idle')
    expect(stage.current.peek()?.view).toBe(next)
    expect(stage.toasts.at(-1)).toBe('toast.confirm')
  })

  it.each<[string, DriverOutcome]>([
    ['sent', { status: 'sent', hash: '0xabc' }],
    ['unknown', { status: 'unknown', cause: new Error('lost') }],
  ])('%s does not clear a form that the visitor has edited meanwhile, and shows a toast', async (status, outcome) => {
    using stage = await createStage()
    await submit(stage, stage.here)
    stage.show(SwapSelectToken)
    stage.model.form.type('0.25')
    reply(stage, outcome)
    await waitUntil(() => expect(stage.toasts).toContain(`toast.${status}`))
    expect(stage.model.flow.state.peek().status).toBe('idle')
    expect(values(stage)).toEqual(['GLD', '0.25'])
    expect(stage.current.peek()?.view).toBe(SwapSelectToken)
  })

  it.each<[string, DriverOutcome, 'here' | 'there']>([
    ['sent', { status: 'sent', hash: '0xabc' }, 'here'],
    ['onItsWay', { status: 'sent', hash: '0xabc' }, 'there'],
    ['unknown', { status: 'unknown', cause: new Error('lost') }, 'here'],
  ])('shows the toast "%s" if the visitor has left the review', async (text, outcome, network) => {
    using stage = await createStage()
    await submit(stage, stage[network])
    stage.show(SwapSelectToken)
    reply(stage, outcome)
    await waitUntil(() => expect(stage.toasts).toContain(`toast.${text}`))
    expect(stage.current.peek()?.view).toBe(SwapSelectToken)
    expect(stage.model.lostTransaction.peek()?.type).toBe(text === 'unknown' ? 'swap' : undefined)
  })
})
