import { describe, expect, it } from 'vitest'
import { FIAT_DECIMALS } from '../../domain/assets/assets.js'
import type { Network } from '../../domain/network.js'
import type { Action } from '../../transactions/actions.js'
import { feeExceedsAmount, findToken, type ReviewProps } from './review-assets.js'

const network: Network = {
  ...{ caipNetworkId: 'fake:1', namespace: 'fake', reference: '1', name: 'One', rpcUrls: [] },
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
}
const COIN = 'fake:1/native:coin'
const TOKEN = 'fake:1/t:6'
const dollars = (value: bigint): bigint => value * 10n ** BigInt(FIAT_DECIMALS)
const six = { assetId: TOKEN, caipNetworkId: 'fake:1', address: '6', name: 'Six', symbol: 'SIX', decimals: 6 }
const coin = { assetId: COIN, caipNetworkId: 'fake:1', ...network.nativeCurrency }
const transfer = (assetId: string, amount: bigint): Action => ({
  ...{ type: 'transfer', assetId, amount, from: 'fake-1', to: 'fake-9' },
})
const props = (actions: readonly Action[], fee: bigint | 'setByWallet', tokens: ReviewProps['tokens'] = []) => ({
  ...{ network, tokens },
  review: {
    ...{ from: 'fake-1', caipNetworkId: 'fake:1', actions, fee, extras: [], call: 'pay', payload: 'x' },
    balanceChanges: 'unavailable' as const,
  },
})

describe('feeExceedsAmount', () => {
  it('compares amounts of the native coin directly with the fee', () => {
    expect(feeExceedsAmount(props([transfer(COIN, 10n)], 11n))).toBe(true)
    expect(feeExceedsAmount(props([transfer(COIN, 10n)], 10n))).toBe(false)
    expect(feeExceedsAmount(props([transfer(COIN, 6n), transfer(COIN, 5n)], 11n))).toBe(false)
  })

  it('compares values in US dollars if all prices are known', () => {
    const priced = [
      { ...six, priceUsd: dollars(1n) },
      { ...coin, priceUsd: dollars(2n) },
    ]
    const one = [transfer(TOKEN, 1_000_000n)]
    expect(feeExceedsAmount(props(one, 10n ** 18n, priced))).toBe(true)
    expect(feeExceedsAmount(props(one, 5n * 10n ** 17n, priced))).toBe(false)
    const swap: Action = {
      ...{ type: 'swap', pay: { assetId: TOKEN, amount: 1_000_000n }, receiveAtLeast: { assetId: COIN, amount: 1n } },
      ...{ receiver: 'fake-1', target: 'fake-router' },
    }
    expect(feeExceedsAmount(props([swap], 10n ** 18n, priced))).toBe(true)
  })

  it('is false if a price or the fee is unknown, or nothing is spent', () => {
    const one = [transfer(TOKEN, 1n)]
    expect(feeExceedsAmount(props(one, 10n ** 30n, [six]))).toBe(false)
    expect(feeExceedsAmount(props(one, 10n ** 30n, [{ ...six, priceUsd: dollars(1n) }]))).toBe(false)
    expect(feeExceedsAmount(props(one, 'setByWallet', [six]))).toBe(false)
    const call: Action = { type: 'unknown', target: 'fake-contract', call: 'mystery' }
    expect(feeExceedsAmount(props([call], 10n ** 30n))).toBe(false)
  })
})

it('the native coin is found without a list of tokens; other tokens are found only in a list', () => {
  expect(findToken({ network, tokens: [] }, COIN)).toEqual(coin)
  expect(findToken({ network, tokens: [] }, TOKEN)).toBeUndefined()
  expect(findToken({ network, tokens: [six] }, TOKEN)).toBe(six)
})
