// @vitest-environment happy-dom
import { tokenSources } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStage, goldOn, ROUTER, type Stage, values } from '../stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

const coinOf = ({ here: { caipNetworkId }, here }: Stage) => ({
  ...{ assetId: coinAssetId(here), caipNetworkId, name: 'Coin', symbol: 'COIN', decimals: 18 },
})

/** Stage whose form has loaded the account's coin, of which it holds one. */
async function createForm(...replaced: Parameters<typeof createStage>) {
  const stage = await createStage(...replaced)
  stage.model.begin(undefined)
  await waitUntil(() => expect(stage.model.form.pay.peek()?.amount).toBe(10n ** 18n))
  await waitUntil(() => expect(stage.model.form.tokens.peek().map(({ symbol }) => symbol)).toContain('GLD'))
  return stage
}

const state = ({ model: { form } }: Stage) => [form.status.peek(), form.amount.peek().text]

describe('the amount to pay', () => {
  it('is cleared if the token to pay is chosen as the token to receive, because another token is paid then', async () => {
    using stage = await createForm()
    const { form } = stage.model
    form.choose('pay', goldOn(stage.here))
    form.choose('receive', coinOf(stage))
    form.type('5')
    form.choose('receive', goldOn(stage.here))
    expect(form.pay.peek()?.symbol).toBe('COIN')
    expect(values(stage)).toEqual(['GLD', ''])
  })

  it('is cleared if the network is switched, because the coin of another network is paid then', async () => {
    using stage = await createForm()
    stage.model.form.type('0.5')
    await stage.modal.connections.switchNetwork(stage.there.caipNetworkId)
    await waitUntil(() => expect(stage.model.form.pay.peek()?.caipNetworkId).toBe(stage.there.caipNetworkId))
    expect(stage.model.form.amount.peek().text).toBe('')
  })

  it('stays if another token to receive is chosen', async () => {
    using stage = await createForm()
    stage.model.form.type('0.5')
    stage.model.form.choose('receive', goldOn(stage.here))
    expect(values(stage)).toEqual(['GLD', '0.5'])
  })
})

it('the balance of a token to pay that the account does not list is read again after a refresh', async () => {
  using stage = await createForm()
  const { form } = stage.model
  const gold = goldOn(stage.here)
  stage.ctx.add(tokenSources, {
    ...{ namespace: 'eip155', assetNamespace: 'erc20' },
    tokens: async ({ assetIds = [] }) => (assetIds.includes(gold.assetId) ? [{ ...gold, amount: 7n }] : []),
  })
  form.choose('pay', gold)
  await waitUntil(() => expect(form.pay.peek()?.amount).toBe(7n))
  form.refresh()
  await waitUntil(() => expect(form.pay.peek()?.amount).toBe(7n))
})

describe('a token whose decimals in the list of the service are not those on the chain', () => {
  /** Stage whose service lists GLD with 6 decimals. On the chain it has 8, and the account holds 2 GLD. */
  async function createLyingService() {
    const stage = await createForm()
    const gold = goldOn(stage.here)
    stage.ctx.add(tokenSources, {
      ...{ namespace: 'eip155', assetNamespace: 'erc20' },
      tokens: async ({ assetIds = [] }) =>
        assetIds.includes(gold.assetId) ? [{ ...gold, decimals: 8, amount: 200_000_000n }] : [],
    })
    return Object.assign(stage, { gold })
  }

  it('is paid with the decimals of the chain, also while its balance is read again', async () => {
    using stage = await createLyingService()
    const { form } = stage.model
    form.choose('pay', stage.gold)
    form.type('1.5')
    await waitUntil(() => expect(form.amount.peek().value).toBe(150_000_000n))
    form.refresh()
    expect(form.amount.peek().value).toBe(150_000_000n)
  })

  it('is received with the decimals of the chain, in a new quote', async () => {
    using stage = await createLyingService()
    const { form } = stage.model
    form.type('0.5')
    form.choose('receive', stage.gold)
    await waitUntil(() =>
      expect(form.quotes.state.peek()).toMatchObject({ quote: { request: { receive: { decimals: 8 } } } }),
    )
    expect(form.receive.peek()?.decimals).toBe(8)
  })
})

it.each(['pay', 'receive'] as const)(
  'no quote is requested if wallets scale the amounts of the token to %s',
  async (side) => {
    let quoteCount = 0
    using stage = await createForm({ quote: async () => ({ amount: BigInt(++quoteCount) }) })
    stage.gasPrice = async () => 1n
    const { form } = stage.model
    const gold = goldOn(stage.here)
    const silver = { ...gold, assetId: `${gold.assetId}2`, address: '0xGLD2', symbol: 'SLV' }
    let scaled: { readonly scaledAmount?: bigint } = { scaledAmount: 9_000_000n }
    stage.ctx.add(tokenSources, {
      ...{ namespace: 'eip155', assetNamespace: 'erc20' },
      tokens: async () => [
        { ...gold, amount: 7_000_000n, ...scaled },
        { ...silver, amount: 7_000_000n },
      ],
    })
    form.choose(side === 'pay' ? 'receive' : 'pay', silver)
    form.choose(side, gold)
    form.type('1')
    await waitUntil(() => expect(form.status.peek()).toBe('scaledToken'))
    const before = quoteCount
    form.refresh()
    expect(form[side].peek()).toMatchObject({ amount: undefined, scaledAmount: 'unknown' })
    await waitUntil(() => expect(form[side].peek()).toMatchObject({ amount: 7_000_000n, scaledAmount: 9_000_000n }))
    await form.quotes.refresh()
    expect([form.status.peek(), quoteCount]).toEqual(['scaledToken', before])
    scaled = {}
    form.refresh()
    await waitUntil(() => expect(form.status.peek()).toBe('complete'))
  },
)

it('a token that no list contains displays no scaled balance of the account for which it was selected', async () => {
  using stage = await createForm()
  const { form } = stage.model
  const gold = goldOn(stage.here)
  const token = { ...gold, assetId: `${gold.assetId}2`, amount: 7_000_000n, scaledAmount: 9_000_000n }
  form.choose('pay', token)
  expect(form.pay.peek()).toMatchObject({ amount: undefined, scaledAmount: 'unknown' })
})

it('the tokens of another network are read again by a refresh after their list could not be read', async () => {
  let isOffline = true
  using stage = await createForm({
    tokens: async (network) => {
      if (network.caipNetworkId !== 'eip155:1' && isOffline) throw new Error('offline')
      return [goldOn(network)]
    },
  })
  const { form } = stage.model
  form.destinations.choose(stage.there.caipNetworkId)
  await waitUntil(() => expect(stage.toasts).toContain(stage.ctx.t('toast.init')))
  const symbols = () => form.receiveTokens.peek().map(({ symbol }) => symbol)
  expect(symbols()).toEqual(['COIN'])
  isOffline = false
  form.refresh()
  await waitUntil(() => expect(symbols()).toEqual(['COIN', 'GLD']))
})

it('the coin is not paid by default if it is the token to receive', async () => {
  using stage = await createForm()
  const { form } = stage.model
  form.choose('receive', coinOf(stage))
  expect([form.pay.peek(), form.receive.peek()?.symbol, form.status.peek()]).toEqual([null, 'COIN', 'selectToken'])
})

describe('the maximum of the coin', () => {
  it('is not offered as an empty amount if the gas price cannot be read, and Max reads it again', async () => {
    using stage = await createForm()
    const { form } = stage.model
    form.choose('receive', goldOn(stage.here))
    form.useMax()
    await waitUntil(() => expect(state(stage)).toEqual(['feeUnknown', '']))
    stage.gasPrice = async () => 1n
    form.useMax()
    await waitUntil(() => expect(state(stage)).toEqual(['complete', '0.99999999999985']))
  })

  it('names the network fee as the reason if the balance is below the fee', async () => {
    using stage = await createForm()
    stage.gasPrice = async () => 10n ** 18n
    const { form } = stage.model
    form.choose('receive', goldOn(stage.here))
    form.useMax()
    await waitUntil(() => expect(state(stage)).toEqual(['noFee', '0']))
  })

  it('names the network fee as the reason if the visitor enters the whole balance', async () => {
    using stage = await createForm()
    stage.gasPrice = async () => 10n ** 9n
    const { form } = stage.model
    form.choose('receive', goldOn(stage.here))
    form.refresh()
    form.type('1')
    await waitUntil(() => expect(form.status.peek()).toBe('noFee'))
    form.type('1.1')
    await waitUntil(() => expect(form.status.peek()).toBe('insufficientFunds'))
  })

  it('leaves the fee of the quoted swap, as the chain family computes it, with a quarter more', async () => {
    using stage = await createForm()
    stage.gasPrice = async () => 1n
    stage.fee = 10n ** 17n
    const { form } = stage.model
    form.choose('receive', goldOn(stage.here))
    form.useMax()
    await waitUntil(() => expect(state(stage)).toEqual(['complete', '0.875']), 5000)
  })

  it('leaves the fee also if there was no quote for a moment while the fee was being read', async () => {
    const counts = { quotes: 0, builds: 0 }
    using stage = await createForm({
      quote: async () => (++counts.quotes === 2 ? undefined : { amount: 2_000_000n }),
      build: async () =>
        ++counts.builds === 1 ? new Promise(() => {}) : { family: 'eip155', to: ROUTER, data: '0x', value: 0n },
    })
    stage.gasPrice = async () => 1n
    stage.fee = 10n ** 17n
    const { form } = stage.model
    form.choose('receive', goldOn(stage.here))
    form.useMax()
    await waitUntil(() => expect(counts.builds).toBe(1), 5000)
    await form.quotes.refresh()
    expect(form.quotes.state.peek().status).toBe('insufficientLiquidity')
    await form.quotes.refresh()
    await waitUntil(() => expect(state(stage)).toEqual(['complete', '0.875']), 5000)
  })
})
