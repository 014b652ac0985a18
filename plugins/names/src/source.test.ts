import { createFakeContext, createFakeNetwork, createFakeService } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { createNames, resolvesTo } from './source.js'

it.each([
  ['the reason of the service', 'Too many requests', 'Too many requests'],
  ['a general message if the service gives no reason', '', 'The service refused the request.'],
])('the error of a refused request has %s', async (_, reason, message) => {
  const service = createFakeService(() => ({ reasons: [{ description: reason }] }))
  const ctx = createFakeContext({ api: { service: () => service } })
  const { signal } = new AbortController()
  const network = createFakeNetwork('eip155:1')
  const resolved = createNames(ctx, 'shop.id').resolve({ name: 'zoey.shop.id', coinType: '60', network, signal })
  await expect(resolved).rejects.toThrow(new Error(message))
})

it.each([
  ['an EOA', { type: 'eoa' }, true],
  ['an EOA that has delegated to smart account code', { type: 'smartAccount', isDelegated: true }, true],
  ['a contract', { type: 'smartAccount' }, false],
] as const)('a name registered on Ethereum is the name of %s on another network too: %s', (_, account, expected) => {
  const address = '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359'
  const base = createFakeNetwork('eip155:8453')
  const record = { name: 'zoey.shop.id', addresses: { 60: address } }
  expect(resolvesTo(record, { address, ...account }, base)).toBe(expected)
})
