import { type Network, signal, type ViewContext } from '@wallet-modal/kernel'
import { expect, it } from 'vitest'
import { delegationOf } from './delegation.js'
import type { EmbeddedWallet } from './wallet.js'

const address = `0x${'1'.repeat(40)}`

it('a removal that was sent and cannot be tracked is not reported as an error', async () => {
  const toasts: string[] = []
  const wallet = { smartAccount: signal({ address }), removeDelegation: async () => `0x${'a'.repeat(64)}` }
  const track = () => Promise.reject(new Error('The code did not load.'))
  const ctx = {
    ...{ t: (key: string) => key, emit: () => undefined },
    connections: { adapter: () => ({ transactions: { track } }) },
    toast: { error: (text: string) => toasts.push(text), success: (text: string) => toasts.push(text) },
  }
  const delegation = delegationOf({
    wallet: wallet as unknown as EmbeddedWallet,
    network: { caipNetworkId: 'eip155:1', reference: '1', name: 'Ethereum' } as Network,
    ctx: ctx as unknown as ViewContext,
    address,
  })
  await delegation.remove()
  expect(toasts).toEqual(['smartAccount.removalUnknown'])
  expect(delegation.isRemoving.peek()).toBe(false)
})
