import { createWalletModal, definePlugin, type PricesUsd, prices } from '@wallet-modal/kernel'
import { createFakeNetwork } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { tokenOf } from '../quote.test.fixtures.js'
import { createTokenPrices } from './token-prices.js'

const caipNetworkId = 'eip155:1'
const network = createFakeNetwork(caipNetworkId)
const token = tokenOf()

it('a known price stays when reading it again fails, and goes when the source no longer has it', async () => {
  let reply: () => Promise<PricesUsd> = async () => new Map([[token.assetId, 3000n]])
  const host = definePlugin({
    ...{ name: 'host', kernel: '^0.1', optional: [prices], provides: [prices] },
    setup(ctx) {
      ctx.provide(prices, { read: () => reply() })
      return ctx
    },
  })
  using modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const ctx = modal.use(host)
  if (!ctx) throw new Error('There is no context.')
  const tokenPrices = createTokenPrices(ctx)
  const readAgain = async (): Promise<bigint | undefined> => {
    tokenPrices.read([token], [network])
    await new Promise((resolve) => setTimeout(resolve))
    return tokenPrices.withPrice(token)?.priceUsd
  }
  expect(await readAgain()).toBe(3000n)
  reply = () => Promise.reject(new Error('the service does not respond'))
  expect(await readAgain()).toBe(3000n)
  reply = async () => new Map()
  expect(await readAgain()).toBeUndefined()
})
