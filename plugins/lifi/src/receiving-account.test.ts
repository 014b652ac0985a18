import type { SwapRequest } from '@wallet-modal/swap/contract'
import { encodeAbiParameters, type Hex, parseAbiParameters, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { isContractAccount } from './receiving-account.js'

const account = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const request = {
  network: { caipNetworkId: 'eip155:1', name: 'Ethereum' },
  receiveNetwork: { caipNetworkId: 'eip155:8453', name: 'Base' },
  account,
} as SwapRequest
const CONTRACT = '0x6080604052'
const DELEGATED = `0xEF0100${account.slice(2)}` as const
const [ALICE, BOB, MALLORY] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`, `0x${'c'.repeat(40)}`] as const

interface Account {
  readonly code: Hex
  /** Replies by function, such as `owner()`. Other functions revert. */
  readonly replies?: Readonly<Record<string, Hex>>
}

const check = (here: Account, there: Account) => {
  const at = (caipNetworkId: string): Account => (caipNetworkId === 'eip155:1' ? here : there)
  return isContractAccount(request, {
    codeAt: async (caipNetworkId) => at(caipNetworkId).code,
    callAt: async (caipNetworkId, _, data) =>
      Object.entries(at(caipNetworkId).replies ?? {}).find(([name]) => data.startsWith(toFunctionSelector(name)))?.[1],
  })
}

const owner = (address: Hex) =>
  ({
    code: CONTRACT,
    replies: { 'owner()': encodeAbiParameters(parseAbiParameters('address'), [address]) },
  }) as const
const SENTINEL = '0x0000000000000000000000000000000000000001'
const safe = (
  owners: readonly Hex[],
  threshold = 1n,
  { singleton = ALICE, modules = [] }: { readonly singleton?: Hex; readonly modules?: readonly Hex[] } = {},
) =>
  ({
    code: CONTRACT,
    replies: {
      'getOwners()': encodeAbiParameters(parseAbiParameters('address[]'), [owners]),
      'getThreshold()': encodeAbiParameters(parseAbiParameters('uint256'), [threshold]),
      'masterCopy()': encodeAbiParameters(parseAbiParameters('address'), [singleton]),
      'getModulesPaginated(address,uint256)': encodeAbiParameters(parseAbiParameters('address[], address'), [
        modules,
        SENTINEL,
      ]),
    },
  }) as const

describe('a bridge, which pays to the address of the sender', () => {
  it.each<[string, Account, Account, string]>([
    ['is not deployed on the receiving network', { code: CONTRACT }, { code: '0x' }, 'does not exist on Base'],
    ['has another code there', { code: CONTRACT }, { code: '0x6080604053' }, 'has another code on Base'],
    ['is an account with a delegation there', { code: CONTRACT }, { code: DELEGATED }, 'has another code on Base'],
    ['has another owner there', owner(ALICE), owner(MALLORY), 'has other owners or modules on Base'],
    ['has no readable owner there', owner(ALICE), { code: CONTRACT }, 'has other owners or modules on Base'],
    [
      'is a Safe with other owners there',
      safe([ALICE, BOB]),
      safe([ALICE, MALLORY]),
      'has other owners or modules on Base',
    ],
    [
      'is a Safe with another threshold there',
      safe([ALICE, BOB], 2n),
      safe([ALICE, BOB]),
      'has other owners or modules on Base',
    ],
    [
      'is a proxy of another contract there',
      safe([ALICE]),
      safe([ALICE], 1n, { singleton: BOB }),
      'has other owners or modules on Base',
    ],
    [
      'is a Safe with another module there',
      safe([ALICE]),
      safe([ALICE], 1n, { modules: [MALLORY] }),
      'has other owners or modules on Base',
    ],
  ])('is refused for a contract account that %s', async (_, here, there, message) => {
    await expect(check(here, there)).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining(message),
    })
  })

  it.each<[string, Account, Account, boolean]>([
    ['an account of a key', { code: '0x' }, { code: '0x' }, false],
    ['an account with a delegation', { code: DELEGATED }, { code: '0x' }, false],
    ['a contract account with the same code and no readable owner', { code: CONTRACT }, { code: CONTRACT }, true],
    ['a contract account with the same owner', owner(ALICE), owner(ALICE), true],
    ['a Safe with the same owners in another order', safe([ALICE, BOB], 2n), safe([BOB, ALICE], 2n), true],
    ['a Safe with the same module', safe([ALICE], 1n, { modules: [BOB] }), safe([ALICE], 1n, { modules: [BOB] }), true],
  ])('is allowed for %s; a contract account is reported', async (_, here, there, isContract) => {
    expect(await check(here, there)).toBe(isContract)
  })

  const unused = (): never => {
    throw new Error('no call is needed')
  }

  it('is allowed for an account of a key if the receiving network does not answer', async () => {
    const codeAt = async (caipNetworkId: string): Promise<Hex> => {
      if (caipNetworkId === 'eip155:1') return '0x'
      throw new Error('offline')
    }
    expect(await isContractAccount(request, { codeAt, callAt: unused })).toBe(false)
  })

  it('is refused if the code or the owners cannot be read', async () => {
    const offline = () => Promise.reject(new Error('offline'))
    await expect(isContractAccount(request, { codeAt: offline, callAt: unused })).rejects.toThrow('offline')
    const codeAt = async (): Promise<Hex> => CONTRACT
    await expect(isContractAccount(request, { codeAt, callAt: offline })).rejects.toThrow('offline')
  })
})
