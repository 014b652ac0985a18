import { type Context, type Network, type PricesUsd, prices } from '@wallet-modal/kernel'
import type { AccountToken } from '@wallet-modal/kernel/transactions'
import { expect, it } from 'vitest'
import { createTokenPrices } from './token-prices.js'

const caipNetworkId = 'eip155:1'
const network = { caipNetworkId, name: 'One' } as Network
const token = { assetId: `${caipNetworkId}/slip44:60`, caipNetworkId } as AccountToken

it('a known price stays when reading it again fails, and goes when the source no longer has it', async () => {
  let reply: () => Promise<PricesUsd> = async () => new Map([[token.assetId, 3000n]])
  const source = { read: () => reply() }
  const ctx = {
    abortSignal: new AbortController().signal,
    maybe: (one: unknown) => (one === prices ? source : undefined),
  } as unknown as Context
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
