// @vitest-environment happy-dom
import { type Balances, balances, definePlugin, type Holdings, signal } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createStage } from './stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

const coin = { assetId: 'fake:1/native:coin', caipNetworkId: 'fake:1', name: 'Coin', symbol: 'COIN', decimals: 18 }
const gold = { assetId: 'fake:1/token:gold', caipNetworkId: 'fake:1', name: 'Gold', symbol: 'GLD', decimals: 2 }

/** Opens the form with a plugin whose holdings the test sets. */
async function openForm(initial: Holdings) {
  const holdings = signal<Holdings>(initial)
  const plugin = definePlugin<object, Balances>({
    name: 'balances',
    kernel: '^0.1',
    provides: [balances],
    setup(ctx) {
      const provided = { holdings, refresh: async () => {} }
      ctx.provide(balances, provided)
      return provided
    },
  })
  const stage = await createStage(undefined, [plugin()])
  stage.model.begin({ key: 1, params: undefined, resolve: () => undefined })
  await waitUntil(() => expect(stage.model.opening.peek().status).toBe('ready'))
  const chosen = () => stage.model.form.token.peek()?.symbol
  return { holdings, chosen, [Symbol.dispose]: () => stage.modal.dispose() }
}

describe('a form that is opened before the balances are read', () => {
  it.each(['none', 'loading'] as const)(
    'has no token, and none is chosen among several (status %s)',
    async (status) => {
      using form = await openForm({ status, tokens: [] })
      expect(form.chosen()).toBeUndefined()
      form.holdings.value = {
        status: 'ready',
        tokens: [
          { ...coin, amount: 5n },
          { ...gold, amount: 7n },
        ],
      }
      expect(form.chosen()).toBeUndefined()
    },
  )

  it.each(['ready', 'failed'] as const)('has the coin once it is the only known token (status %s)', async (status) => {
    using form = await openForm({ status: 'loading', tokens: [] })
    form.holdings.value = { status, tokens: status === 'ready' ? [{ ...coin, amount: 5n }] : [] }
    expect(form.chosen()).toBe('COIN')
  })

  it('has no token while the balances are those on another network', async () => {
    const elsewhere = { ...gold, assetId: 'fake:2/token:gold', caipNetworkId: 'fake:2', amount: 7n }
    using form = await openForm({ status: 'ready', tokens: [elsewhere] })
    expect(form.chosen()).toBeUndefined()
    form.holdings.value = { status: 'ready', tokens: [{ ...coin, amount: 5n }] }
    expect(form.chosen()).toBe('COIN')
  })
})
