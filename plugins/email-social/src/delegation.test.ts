import { signal } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeContext, createFakeNetwork } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { delegationOf } from './delegation.js'
import { walletOf } from './wallet.test.fixtures.js'

const address = `0x${'1'.repeat(40)}`

it('a removal that was sent and cannot be tracked is not reported as an error', async () => {
  const toasts: unknown[] = []
  const smartAccount = { type: 'smartAccount', contract: `0x${'2'.repeat(40)}`, address, chains: [1] } as const
  const track = () => Promise.reject(new Error('The code did not load.'))
  const { adapter } = createFakeConnection({ caipNetworkId: 'eip155:1', adapter: { transactions: { track } } })
  const delegation = delegationOf({
    wallet: walletOf({ smartAccount: signal(smartAccount), removeDelegation: async () => `0x${'a'.repeat(64)}` }),
    network: createFakeNetwork('eip155:1'),
    ctx: createFakeContext({
      connections: { adapter: () => adapter },
      toast: { error: (text) => toasts.push(text), success: (text) => toasts.push(text) },
    }),
    address,
  })
  await delegation.remove()
  expect(toasts).toEqual(['smartAccount.removalUnknown'])
  expect(delegation.isRemoving.peek()).toBe(false)
})
