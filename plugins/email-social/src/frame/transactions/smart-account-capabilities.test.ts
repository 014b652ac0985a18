import { beforeEach, expect, it, vi } from 'vitest'
import type { LoginWithKey } from '../account/account.js'
import { capabilitiesOf } from './smart-account-capabilities.js'

const { dead } = vi.hoisted(() => ({ dead: new Set<number>() }))

vi.mock('./smart-account.js', () => ({
  async readSmartAccountState(_: unknown, { chainId }: { readonly chainId: number }) {
    if (dead.has(chainId)) throw new Error(`Chain ${chainId} does not reply.`)
    return { contract: `0x${'ab'.repeat(20)}`, isDelegated: chainId === 1 }
  },
}))

const address = `0x${'cd'.repeat(20)}`
const login = { address, account: { chains: [{ chainId: 1 }, { chainId: 10 }] } } as unknown as LoginWithKey

beforeEach(() => dead.clear())

it('the capabilities of all chains are listed', async () => {
  expect(await capabilitiesOf(login, 'smartAccount', [address])).toEqual({
    '0x1': { atomic: { status: 'supported' } },
    '0xa': { atomic: { status: 'ready' } },
  })
})

it('a chain that does not reply is left out', async () => {
  dead.add(1)
  expect(await capabilitiesOf(login, 'smartAccount', [address])).toEqual({ '0xa': { atomic: { status: 'ready' } } })
})

it('rejects if no requested chain replies', async () => {
  dead.add(1)
  await expect(capabilitiesOf(login, 'smartAccount', [address, ['0x1']])).rejects.toThrow('Chain 1 does not reply.')
})

it('resolves without chains if none of the requested chains is served', async () => {
  expect(await capabilitiesOf(login, 'smartAccount', [address, ['0x2']])).toEqual({})
})
