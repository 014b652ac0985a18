import { beforeEach, expect, it, vi } from 'vitest'
import { ADDRESS, loginOf } from '../account/login.test.fixtures.js'
import { capabilitiesOf } from './smart-account-capabilities.js'

const { dead } = vi.hoisted(() => ({ dead: new Set<number>() }))

vi.mock('./smart-account.js', () => ({
  async readSmartAccountState(_: unknown, { chainId }: { readonly chainId: number }) {
    if (dead.has(chainId)) throw new Error(`Chain ${chainId} does not reply.`)
    return { contract: `0x${'ab'.repeat(20)}`, isDelegated: chainId === 1 }
  },
}))

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const login = loginOf({
  chains: [
    { ...coin, chainId: 1 },
    { ...coin, chainId: 10 },
  ],
})

beforeEach(() => dead.clear())

it('the capabilities of all chains are listed', async () => {
  expect(await capabilitiesOf(login, 'smartAccount', [ADDRESS])).toEqual({
    '0x1': { atomic: { status: 'supported' } },
    '0xa': { atomic: { status: 'ready' } },
  })
})

it('a chain that does not reply is left out', async () => {
  dead.add(1)
  expect(await capabilitiesOf(login, 'smartAccount', [ADDRESS])).toEqual({ '0xa': { atomic: { status: 'ready' } } })
})

it('rejects if no requested chain replies', async () => {
  dead.add(1)
  await expect(capabilitiesOf(login, 'smartAccount', [ADDRESS, ['0x1']])).rejects.toThrow('Chain 1 does not reply.')
})

it('resolves without chains if none of the requested chains is served', async () => {
  expect(await capabilitiesOf(login, 'smartAccount', [ADDRESS, ['0x2']])).toEqual({})
})
