import type { SwapRequest } from '@wallet-modal/swap/contract'
import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { assertSameAccount } from './receiving-account.js'

const request = {
  network: { caipNetworkId: 'eip155:1', name: 'Ethereum' },
  receiveNetwork: { caipNetworkId: 'eip155:8453', name: 'Base' },
  account: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
} as SwapRequest
const CONTRACT = '0x6080604052'
const DELEGATED = '0xEF0100a0Ee7A142d267C1f36714E4a8F75612F20a79720'

const check = (here: Hex, there: Hex) =>
  assertSameAccount(request, { codeAt: async (caipNetworkId) => (caipNetworkId === 'eip155:1' ? here : there) })

describe('a bridge, which pays to the address of the sender', () => {
  it('is refused for a contract account that is not deployed on the receiving network', async () => {
    await expect(check(CONTRACT, '0x')).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('does not exist on Base'),
    })
  })

  it.each<[string, Hex, Hex]>([
    ['an account of a key', '0x', '0x'],
    ['an account with a delegation', DELEGATED, '0x'],
    ['a contract account on both networks', CONTRACT, CONTRACT],
  ])('is allowed for %s', async (_, here, there) => {
    await expect(check(here, there)).resolves.toBeUndefined()
  })

  it('is allowed for an account of a key if the receiving network does not answer', async () => {
    const codeAt = async (caipNetworkId: string): Promise<Hex> => {
      if (caipNetworkId === 'eip155:1') return '0x'
      throw new Error('offline')
    }
    await expect(assertSameAccount(request, { codeAt })).resolves.toBeUndefined()
  })

  it('is refused if the code cannot be read', async () => {
    const codeAt = () => Promise.reject(new Error('offline'))
    await expect(assertSameAccount(request, { codeAt })).rejects.toThrow('offline')
  })
})
