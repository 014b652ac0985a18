// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { definePlugin } from '../plugins/plugin.js'
import type { TransactionReview } from './transactions.js'
import { createUsualFees } from './usual-fees.js'

beforeEach(() => localStorage.clear())

const host = definePlugin({
  name: 'host',
  kernel: '^0.1',
  permissions: { storage: ['fees'] },
  setup: (ctx) => createUsualFees(ctx),
})

function open() {
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const fees = modal.use(host)
  if (!fees) throw new Error('There is no plugin.')
  return { fees, [Symbol.dispose]: () => modal.dispose() }
}

function review(fee: TransactionReview['fee'], asset = 'native:coin', caipNetworkId = 'fake:1'): TransactionReview {
  const assetId = `${caipNetworkId}/${asset}`
  return {
    ...{ from: 'a', caipNetworkId, fee, extras: [], balanceChanges: 'unavailable', call: 'pay', payload: 'x' },
    actions: [{ type: 'transfer', assetId, amount: 1n, from: 'a', to: 'b' }],
  }
}

describe('the usual fee', () => {
  it('is unknown at first, so that no fee is unusual', () => {
    using page = open()
    expect(page.fees.isUnusual(review(10n ** 30n))).toBe(false)
  })

  it('is the median of the last five fees, across page loads', () => {
    {
      using page = open()
      for (const fee of [9000n, 100n, 110n, 90n, 9000n, 100n]) page.fees.record(review(fee))
    }
    using page = open()
    expect([1009n, 1100n].map((fee) => page.fees.isUnusual(review(fee)))).toEqual([true, true])
    expect(page.fees.isUnusual(review(999n))).toBe(false)
  })

  it('is separate for each token and network, and unknown if the wallet sets the fee', () => {
    using page = open()
    page.fees.record(review(10n))
    page.fees.record(review('setByWallet'))
    expect(page.fees.isUnusual(review(100n))).toBe(true)
    expect(page.fees.isUnusual(review(100n, 't:6'))).toBe(false)
    expect(page.fees.isUnusual(review(100n, 'native:coin', 'fake:2'))).toBe(false)
    expect(page.fees.isUnusual(review('setByWallet'))).toBe(false)
  })

  it.each(['5', '{"v":1,"data":7}', '{"v":1,"data":{"fake:1 transfer fake:1/native:coin":[5,"x","-1",null]}}'])(
    'J1: is unknown if the storage contains %s',
    (text) => {
      localStorage.setItem('wallet-modal/default/host/fees', text)
      using page = open()
      expect(page.fees.isUnusual(review(10n ** 30n))).toBe(false)
    },
  )
})
