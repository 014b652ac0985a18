import { coinAssetId } from '@wallet-modal/kernel/assets'
import { expect, test } from 'vitest'
import networks from '../networks.json' with { type: 'json' }

/** Coin types registered in SLIP-44. */
const registered = new Map([
  ['ETH', 60],
  ['BNB', 714],
  ['XDAI', 700],
  ['POL', 966],
  ['FTM', 1007],
  ['KAIA', 8217],
  ['AVAX', 9005],
])

test.each(networks)(
  'the coin of $name has its own registered coin type',
  ({ caipNetworkId, namespace, nativeCurrency }) => {
    const type = registered.get(nativeCurrency.symbol)
    expect(type).toBeDefined()
    expect(coinAssetId({ caipNetworkId, namespace })).toBe(`${caipNetworkId}/slip44:${type}`)
  },
)

test.each([
  ['eip155:61', 61],
  ['eip155:42220', 52752],
])('the coin of %s, a network that a site adds itself, has coin type %i', (caipNetworkId, type) => {
  expect(coinAssetId({ caipNetworkId, namespace: 'eip155' })).toBe(`${caipNetworkId}/slip44:${type}`)
})

test('an unknown eip155 chain has coin type 60; an unknown namespace has no coin type', () => {
  expect(coinAssetId({ caipNetworkId: 'eip155:31337', namespace: 'eip155' })).toBe('eip155:31337/slip44:60')
  expect(coinAssetId({ caipNetworkId: 'stellar:pubnet', namespace: 'stellar' })).toBe('stellar:pubnet/native:coin')
})

test('the coin type in an unknown namespace is the coinType of the network', () => {
  const pubnet = { caipNetworkId: 'stellar:pubnet', namespace: 'stellar', coinType: 148 }
  expect(coinAssetId(pubnet)).toBe('stellar:pubnet/slip44:148')
})
