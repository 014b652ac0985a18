// @vitest-environment happy-dom
import { type Balances, balances, definePlugin, type Holdings, signal, type TokenBalance } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it } from 'vitest'
import { createFakeHandler, createStage, type Stage } from '../stage.test.fixtures.js'

beforeEach(() => localStorage.clear())

const dollar: TokenBalance = {
  ...{ assetId: 'fake:1/token:dollar', caipNetworkId: 'fake:1', name: 'Dollar', symbol: 'USD', decimals: 2 },
  amount: 500n,
}
const copy: TokenBalance = { ...dollar, assetId: 'fake:1/token:copy', spamFlags: ['lookAlike'] }

/** Send model on a site whose plugin for balances lists `tokens`, beside the native coin with the amount `coins`. */
async function createStageWith(tokens: readonly TokenBalance[], coins: bigint): Promise<Stage> {
  const holdings = signal<Holdings>({ status: 'loading', tokens: [] })
  const plugin = definePlugin<object, Balances>({
    name: 'holdings',
    kernel: '^0.1',
    provides: [balances],
    setup(ctx) {
      const output = { holdings, refresh: async () => undefined }
      ctx.provide(balances, output)
      return output
    },
  })
  const stage = await createStage(createFakeHandler(), [plugin()])
  holdings.value = { status: 'ready', tokens: [{ ...stage.coin, amount: coins }, ...tokens] }
  return stage
}
const chosen = ({ model }: Stage) => model.form.token.peek()?.assetId

it('is the native coin, although the account has other tokens', async () => {
  using stage = await createStageWith([dollar], 1n)
  stage.model.begin({ key: 1, params: undefined, resolve: () => undefined })
  await waitUntil(() => expect(chosen(stage)).toBe(stage.coin.assetId))
})

it('without any of the coin, is the first token that is not marked as spam', async () => {
  using stage = await createStageWith([copy, dollar], 0n)
  stage.model.begin({ key: 1, params: undefined, resolve: () => undefined })
  await waitUntil(() => expect(chosen(stage)).toBe(dollar.assetId))
})

it('does not replace the token that the visitor chose; on another network, is the coin of that network and the amount is empty', async () => {
  using stage = await createStageWith([dollar], 1n)
  const { model, fake, modal } = stage
  model.begin({ key: 1, params: undefined, resolve: () => undefined })
  model.form.chooseToken(dollar)
  model.form.type('3')
  await waitUntil(() => expect(chosen(stage)).toBe(dollar.assetId))
  await modal.connections.switchNetwork('fake:2')
  await waitUntil(() => expect(model.form.token.peek()?.caipNetworkId).toBe(fake.networks[1].caipNetworkId))
  expect(model.form.amount.peek().text).toBe('')
})
