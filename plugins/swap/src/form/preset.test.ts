// @vitest-environment happy-dom
import {
  type AssetToken,
  balances,
  type Context,
  createWalletModal,
  definePlugin,
  prices,
  signal,
  type WalletModal,
} from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SwapSource, swapSources } from '../contract.js'
import { createSwapModel, type SwapModel } from '../model.js'

const token = (symbol: string): AssetToken => ({
  ...{ assetId: `eip155:1/erc20:0x${symbol}`, caipNetworkId: 'eip155:1', address: `0x${symbol}` },
  ...{ name: symbol, symbol, decimals: 6 },
})
const [dollars, gold, silver] = [token('USD'), token('GLD'), token('SLV')]
const twins = ['0xA', '0xB'].map((address) => ({ ...token('TWIN'), assetId: `eip155:1/erc20:${address}`, address }))
const evm = createFakeNamespace('eip155')
const solana = createFakeNamespace('solana')
const preset = { fromToken: dollars.assetId, toToken: gold.assetId, amount: '5' }

let modal: WalletModal
let ctx: Context
let model: SwapModel
let loadTokens: () => void
let source: SwapSource

beforeEach(async () => {
  const loaded = new Promise<void>((resolve) => {
    loadTokens = resolve
  })
  source = {
    ...{ name: 'source', feeBps: 0, supports: () => true, quote: async () => undefined },
    tokens: () => loaded.then(() => [dollars, gold, silver, ...twins]),
    build: async () => ({ family: 'eip155', to: '0x', data: '0x', value: 0n }),
  }
  const host = definePlugin({
    name: 'host',
    kernel: '^0.1',
    optional: [balances, prices],
    permissions: { storage: ['slippage', 'orders', 'approvals'] },
    setup(given) {
      ctx = given
      ctx.add(swapSources, source)
    },
  })
  modal = createWalletModal({
    ...{ plugins: [evm.plugin(), solana.plugin(), host()], networks: [...evm.networks, ...solana.networks] },
    ...{ prefetch: 'never', logLevel: 'silent' },
  })
  await modal.connections.connect(evm.wallet.connector)
  // every call of `begin` is a return to the same visit of the form
  const current = signal({ key: 1 })
  model = createSwapModel(Object.create(ctx, { router: { value: { current } } }))
})
afterEach(() => {
  modal[Symbol.dispose]()
  localStorage.clear()
})

const values = (): readonly unknown[] => {
  const { pay, receive, amount } = model.form
  return [pay.peek()?.symbol, receive.peek()?.symbol, amount.peek().text]
}

/** Waits until the lists have loaded and later tasks have run. */
async function load(): Promise<void> {
  loadTokens()
  await waitUntil(() => expect(model.form.tokens.peek().map(({ symbol }) => symbol)).toContain('USD'))
  await new Promise((resolve) => setTimeout(resolve))
}

describe('initial values of the site whose tokens are not listed yet', () => {
  beforeEach(() => model.begin(preset))

  it('are filled in once the list contains them', async () => {
    await load()
    expect(values()).toEqual(['USD', 'GLD', '5'])
  })

  it('do not replace a token to pay and an amount of the visitor', async () => {
    model.form.choose('pay', silver)
    model.form.type('2')
    await load()
    expect(values()).toEqual(['SLV', 'GLD', '2'])
  })

  it('do not fill in the amount for another token', async () => {
    model.form.choose('pay', silver)
    await load()
    expect(values()).toEqual(['SLV', 'GLD', ''])
  })

  it('do not replace a token to receive of the visitor', async () => {
    model.form.choose('receive', silver)
    await load()
    expect(values()).toEqual(['USD', 'SLV', '5'])
  })

  it('do not move a token that the visitor receives to the other side', async () => {
    model.form.choose('receive', dollars)
    await load()
    expect(values().slice(1)).toEqual(['USD', ''])
  })

  it('do not replace an amount of the visitor, nor the token that it was typed for', async () => {
    model.form.type('2')
    await load()
    expect(values().slice(1)).toEqual(['GLD', '2'])
    expect(values()[0]).not.toBe('USD')
  })

  it('do not replace a pair that the visitor has turned', async () => {
    model.form.choose('pay', silver)
    model.form.turn()
    await load()
    expect(values().slice(1)).toEqual(['SLV', ''])
  })
})

describe('initial values that name tokens by symbol', () => {
  it('are filled in once the list contains the tokens', async () => {
    model.begin({ fromToken: 'usd', toToken: 'GLD', amount: '5' })
    await load()
    expect(values()).toEqual(['USD', 'GLD', '5'])
  })

  it('choose the coin of the network', async () => {
    model.begin({ fromToken: 'SLV', toToken: 'COIN', amount: '5' })
    await load()
    expect(values()).toEqual(['SLV', 'COIN', '5'])
  })

  it('choose none of several tokens with the same symbol, and fill in no amount for another token', async () => {
    model.begin({ fromToken: 'TWIN', toToken: 'GLD', amount: '5' })
    await load()
    expect(values().slice(1)).toEqual(['GLD', ''])
    expect(values()[0]).not.toBe('TWIN')
  })

  it('choose no token while a source has failed, because its tokens may have the same symbol', async () => {
    let isDown = true
    const tokens = async () => {
      if (isDown) throw new Error('status 500')
      return [silver]
    }
    ctx.add(swapSources, { ...source, name: 'second', tokens })
    model.begin({ fromToken: 'USD', toToken: 'GLD', amount: '5' })
    await load()
    expect(values().slice(1)).toEqual([undefined, ''])
    isDown = false
    model.begin({ fromToken: 'USD', toToken: 'GLD', amount: '5' })
    await waitUntil(() => expect(values()).toEqual(['USD', 'GLD', '5']))
  })

  it('choose no token of another network that the visitor has chosen meanwhile', async () => {
    const [here = '', there = ''] = evm.networks.map(({ caipNetworkId }) => caipNetworkId)
    const otherGold = { ...gold, caipNetworkId: there, assetId: `${there}/erc20:0xGLD` }
    const bridge = { ...source, name: 'bridge', bridges: () => true, bridgeOutcome: async () => 'pending' as const }
    ctx.add(swapSources, { ...bridge, tokens: async (to) => (to.caipNetworkId === there ? [otherGold] : []) })
    model.begin({ toToken: 'GLD' })
    model.form.destinations.choose(there)
    await waitUntil(() => expect(model.form.receiveTokens.peek()).toMatchObject([{ symbol: 'COIN' }, otherGold]))
    await load()
    expect(model.form.receive.peek()).toBeNull()
    model.form.destinations.choose(here)
    await waitUntil(() => expect(model.form.receive.peek()?.assetId).toBe(gold.assetId))
  })
})

it('the disconnect of another wallet does not fill in the initial values over later choices', async () => {
  await modal.connections.connect(solana.wallet.connector)
  modal.connections.activate('eip155')
  model.begin(preset)
  await load()
  expect(values()).toEqual(['USD', 'GLD', '5'])
  await modal.connections.disconnect('solana')
  model.form.choose('pay', silver)
  model.form.choose('receive', dollars)
  model.form.type('2')
  model.begin(preset)
  expect(values()).toEqual(['SLV', 'USD', '2'])
})

it('the disconnect of another wallet leaves the form filled in, and the disconnect of its own wallet clears it', async () => {
  await modal.connections.connect(solana.wallet.connector)
  modal.connections.activate('eip155')
  model.begin(preset)
  await load()
  await modal.connections.disconnect('solana')
  expect(values()).toEqual(['USD', 'GLD', '5'])
  await modal.connections.connect(solana.wallet.connector)
  modal.connections.activate('eip155')
  await modal.connections.disconnect('eip155')
  expect(values().slice(1)).toEqual([undefined, ''])
})

it('after the last wallet has disconnected, the next wallet gets the initial values', async () => {
  model.begin(preset)
  await load()
  await modal.connections.disconnect('eip155')
  await modal.connections.connect(evm.wallet.connector)
  await load()
  model.begin(preset)
  expect(values()).toEqual(['USD', 'GLD', '5'])
})
