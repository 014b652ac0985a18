import { Keyring } from '@polkadot/keyring'
import { allNetworks, blake2AsU8a, cryptoWaitReady, encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import networks from '../networks.json' with { type: 'json' }
import { parsePolkadotAddress } from './address.js'
import { addressForm, addressForms } from './chains.js'

const polkadot = { name: 'Polkadot', form: 0 }
const kusama = { name: 'Kusama', form: 2 }
const mythos = { name: 'Mythos', form: 'h160' } as const
const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

beforeAll(async () => void (await cryptoWaitReady()))

describe('parsePolkadotAddress', () => {
  it('returns an address of the chain unchanged', () => {
    expect(parsePolkadotAddress(alice, polkadot)).toBe(alice)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (id) => {
        const text = encodeAddress(id, 2)
        return parsePolkadotAddress(text, kusama) === text
      }),
    )
  })

  it('D14: rejects an address of another chain with the reason', () => {
    expect(() => parsePolkadotAddress(alice, kusama)).toThrow('for another chain (prefix 0), not for Kusama (prefix 2)')
    expect(() => parsePolkadotAddress('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', polkadot)).toThrow(
      'for no chain in particular, not for Polkadot (prefix 0)',
    )
    expect(() => parsePolkadotAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', polkadot)).toThrow(
      'an Ethereum address',
    )
    expect(() => parsePolkadotAddress(alice, mythos)).toThrow('40 hex digits')
  })

  it('turns the address of an ecdsa public key into the address of its account, and rejects an invalid key', () => {
    const pair = new Keyring({ type: 'ecdsa', ss58Format: 0 }).addFromUri('//Alice')
    expect(pair.publicKey).toHaveLength(33)
    expect(parsePolkadotAddress(encodeAddress(pair.publicKey, 0), polkadot)).toBe(pair.address)
    for (const parity of [2, 3]) {
      const key = pair.publicKey.map((byte, at) => (at === 0 ? parity : byte))
      expect(parsePolkadotAddress(encodeAddress(key, 0), polkadot)).toBe(encodeAddress(blake2AsU8a(key), 0))
    }
    const noKey = new Uint8Array(33).fill(5)
    expect(() => parsePolkadotAddress(encodeAddress(noKey, 0), polkadot)).toThrow('not a secp256k1 public key')
  })

  it.each([1, 2, 4, 8])('rejects an account index (%i bytes)', (length) => {
    expect(() => parsePolkadotAddress(encodeAddress(new Uint8Array(length).fill(7), 0), polkadot)).toThrow(
      'an account index',
    )
  })

  it('returns the EIP-55 form on a chain with Ethereum addresses, and rejects a wrong checksum', () => {
    const right = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    for (const text of [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`])
      expect(parsePolkadotAddress(text, mythos)).toBe(right)
    expect(() => parsePolkadotAddress(right.replace('F', 'f'), mythos)).toThrow('checksum')
  })

  it('throws for any value that is not an address', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        if (typeof value === 'string' && /^[1-9A-Za-z]{40,}$/.test(value)) return
        expect(() => parsePolkadotAddress(value as string, polkadot)).toThrow()
      }),
    )
  })
})

describe('addressForms', () => {
  const registry = new Map(
    allNetworks.flatMap((one) => one.genesisHash.map((hash) => [hash.slice(2, 34), one] as const)),
  )

  it('has the address form of the SS58 registry for every registered chain', () => {
    const checked = Object.entries(addressForms).filter(([reference, form]) => {
      const found = registry.get(reference)
      if (found)
        expect([reference, form]).toEqual([reference, found.standardAccount === '*25519' ? found.prefix : 'h160'])
      return found !== undefined
    })
    expect(checked.length).toBeGreaterThanOrEqual(9)
  })

  it('has an entry for every built-in network, and the coins of these networks match the registry', () => {
    expect(networks.map(({ reference }) => reference).filter((one) => !Object.hasOwn(addressForms, one))).toEqual([])
    for (const { reference, nativeCurrency } of networks) {
      const found = registry.get(reference)
      if (found) expect([found.symbols[0], found.decimals[0]]).toEqual([nativeCurrency.symbol, nativeCurrency.decimals])
    }
  })

  it('is overridden by the ss58Prefixes option; an unknown chain has the generic prefix 42', () => {
    const unknown = `polkadot:${'0'.repeat(32)}`
    expect(addressForm(unknown, {})).toBe(42)
    expect(addressForm(unknown, { ss58Prefixes: [{ caipNetworkId: unknown, prefix: 77 }] })).toBe(77)
    expect(addressForm('polkadot:__proto__', {})).toBe(42)
  })
})
