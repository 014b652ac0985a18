import type { Network } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import type { SwapOffer, SwapRequest, SwapSource } from '../contract.js'
import { rankOffers, sourcesFor } from './offers.js'

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

describe('rankOffers', () => {
  /** Names of the sources whose offers are ranked, with a slippage limit of 1 %. */
  const rank = (...offers: readonly (SwapOffer | undefined)[]): readonly string[] =>
    rankOffers(
      { slippageBps: 100 } as SwapRequest,
      offers.map((offer, at) => ({ source: sourceOf(String(at)), offer })),
    ).map(({ source }) => source.name)

  it('lists the highest amount first, and offers with equal amounts in the order of their sources', () => {
    expect(rank({ amount: 5n }, { amount: 9n }, { amount: 7n }, { amount: 9n })).toEqual(['1', '3', '2', '0'])
  })

  it('ignores missing offers, and offers whose amount is not positive', () => {
    expect(rank(undefined, { amount: 0n }, { amount: -1n }, { amount: 1n })).toEqual(['3'])
  })

  it('ignores an offer whose minimum is more than one basis point below the slippage limit, or above its amount', () => {
    const withMinimum = (minimum: bigint) => ({ amount: 10_000n, minimum })
    expect(rank(...[9_898n, 9_899n, 9_900n, 10_000n, 10_001n].map(withMinimum))).toEqual(['1', '2', '3'])
  })

  it('ignores an offer whose fee the form could not display', () => {
    const withFee = (feeBps: number) => ({ amount: 1n, feeBps })
    expect(rank(...[0.5, -1, Number.NaN, 10_001, 0, 10_000].map(withFee))).toEqual(['4', '5'])
  })
})
