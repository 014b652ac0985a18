import type { Context, Network } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { createNames } from './source.js'

it.each([
  ['the reason of the service', 'Too many requests', 'Too many requests'],
  ['a general message if the service gives no reason', '', 'The service refused the request.'],
])('the error of a refused request has %s', async (_, reason, message) => {
  const ctx = { api: { service: () => ({ get: async () => ({ reason }) }) } } as unknown as Context
  const { signal } = new AbortController()
  const network = { caipNetworkId: 'eip155:1' } as Network
  const resolved = createNames(ctx, 'shop.id').resolve({ name: 'zoey.shop.id', coinType: '60', network, signal })
  await expect(resolved).rejects.toThrow(new Error(message))
})
