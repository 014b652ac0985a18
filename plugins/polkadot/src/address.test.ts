import { Keyring } from '@polkadot/keyring'
import { allNetworks, cryptoWaitReady, encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import networks from '../networks.json' with { type: 'json' }
import { parseAddress } from './address.js'
import { addressForm, addressForms } from './chains.js'

const polkadot = { name: 'Polkadot', form: 0 }
const kusama = { name: 'Kusama', form: 2 }
const mythos = { name: 'Mythos', form: 'h160' } as const
const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'

beforeAll(async () => void (await cryptoWaitReady()))

describe('an address', () => {
  it('is kept as it is on its own chain', () => {
    expect(parseAddress(alice, polkadot)).toBe(alice)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (id) => {
        const text = encodeAddress(id, 2)
        return parseAddress(text, kusama) === text
      }),
    )
  })

  it('D14: of another chain is refused with the reason', () => {
    expect(() => parseAddress(alice, kusama)).toThrow('for another chain (prefix 0), not for Kusama (prefix 2)')
    expect(() => parseAddress('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', polkadot)).toThrow(
      'for no chain in particular, not for Polkadot (prefix 0)',
    )
    expect(() => parseAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', polkadot)).toThrow('an Ethereum address')
    expect(() => parseAddress(alice, mythos)).toThrow('40 hex digits')
  })

  it('of an ecdsa key is written as the account that the chain knows', () => {
    const pair = new Keyring({ type: 'ecdsa', ss58Format: 0 }).addFromUri('//Alice')
    expect(pair.publicKey).toHaveLength(33)
    expect(parseAddress(encodeAddress(pair.publicKey, 0), polkadot)).toBe(pair.address)
    const noKey = new Uint8Array(33).fill(5)
    expect(() => parseAddress(encodeAddress(noKey, 0), polkadot)).toThrow('not a secp256k1 public key')
  })

  it.each([1, 2, 4, 8])('of %i bytes is an index, and refused', (length) => {
    expect(() => parseAddress(encodeAddress(new Uint8Array(length).fill(7), 0), polkadot)).toThrow('an account index')
  })

  it('on a chain with Ethereum addresses carries the EIP-55 checksum', () => {
    const right = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    for (const text of [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`])
      expect(parseAddress(text, mythos)).toBe(right)
    expect(() => parseAddress(right.replace('F', 'f'), mythos)).toThrow('checksum')
  })

  it('is never anything but a text', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        if (typeof value === 'string' && /^[1-9A-Za-z]{40,}$/.test(value)) return
        expect(() => parseAddress(value as string, polkadot)).toThrow()
      }),
    )
  })
})

describe('the table of chains', () => {
  const registry = new Map(
    allNetworks.flatMap((one) => one.genesisHash.map((hash) => [hash.slice(2, 34), one] as const)),
  )

  it('says of every chain what the SS58 registry says', () => {
    const checked = Object.entries(addressForms).filter(([reference, form]) => {
      const found = registry.get(reference)
      if (found)
        expect([reference, form]).toEqual([reference, found.standardAccount === '*25519' ? found.prefix : 'h160'])
      return found !== undefined
    })
    expect(checked.length).toBeGreaterThanOrEqual(9)
  })

  it('knows every network that the plugin brings', () => {
    expect(networks.map(({ reference }) => reference).filter((one) => !Object.hasOwn(addressForms, one))).toEqual([])
    for (const { reference, nativeCurrency } of networks) {
      const found = registry.get(reference)
      if (found) expect([found.symbols[0], found.decimals[0]]).toEqual([nativeCurrency.symbol, nativeCurrency.decimals])
    }
  })

  it("lets the site's options decide, and takes the generic prefix for chains that nobody knows", () => {
    const unknown = `polkadot:${'0'.repeat(32)}`
    expect(addressForm(unknown, {})).toBe(42)
    expect(addressForm(unknown, { ss58Prefixes: [{ caipNetworkId: unknown, prefix: 77 }] })).toBe(77)
    expect(addressForm('polkadot:__proto__', {})).toBe(42)
  })
})
