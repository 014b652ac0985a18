import type { Network } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import type { SwapSource } from '../contract.js'
import { sourcesFor } from './offers.js'

const networkOf = (reference: string): Network => ({
  ...{ caipNetworkId: `eip155:${reference}`, namespace: 'eip155', reference, name: reference, rpcUrls: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})
const unused = (): never => {
  throw new Error('sourcesFor calls no source')
}
const sourceOf = (name: string, more: Partial<SwapSource> = {}): SwapSource => ({
  ...{ name, feeBps: 0, supports: () => true, tokens: unused, quote: unused, build: unused },
  ...more,
})
const [one, ten] = [networkOf('1'), networkOf('10')]
const local = sourceOf('local')
const toTen = sourceOf('to ten', { bridges: (_, to) => to === ten, bridgeOutcome: async () => 'pending' })
const namesOf = (network: Network, receiveNetwork: Network): readonly string[] =>
  sourcesFor([local, toTen], { network, receiveNetwork }).map(({ name }) => name)

describe('sourcesFor', () => {
  it('returns every source if both tokens are on the same network', () => {
    expect(namesOf(one, { ...one })).toEqual(['local', 'to ten'])
  })

  it('returns only the sources that bridge to the network of the received token, if it is another one', () => {
    expect(namesOf(one, ten)).toEqual(['to ten'])
    expect(namesOf(ten, one)).toEqual([])
  })

  it('leaves out a source that bridges but cannot report the outcome', () => {
    const blind = sourceOf('blind', { bridges: () => true })
    expect(sourcesFor([blind], { network: one, receiveNetwork: ten })).toEqual([])
  })
})
