import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { checkAddress, decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeSs58, encodeSs58, type Ss58 } from './ss58.js'

const alice = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'

/** Output of `subkey inspect //Alice` and `subkey inspect //Bob` for several networks, from Substrate's documentation. */
const published: readonly (readonly [text: string, prefix: number, id: string])[] = [
  ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 42, alice],
  ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', 0, alice],
  ['HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F', 2, alice],
  [
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
    42,
    '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48',
  ],
]

const bytes = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length })
const account = fc.oneof(bytes(32), bytes(33))
const prefix = fc.integer({ min: 0, max: 16_383 }).filter((one) => one !== 46 && one !== 47)

describe('SS58', () => {
  it.each(published)('D14: reads and writes the published address %s', (text, prefix, id) => {
    const { prefix: read, body } = decodeSs58(text)
    expect([read, bytesToHex(body)]).toEqual([prefix, id])
    expect(encodeSs58(prefix, hexToBytes(id))).toBe(text)
  })

  it('encodes like @polkadot/util-crypto, for every prefix', () => {
    fc.assert(fc.property(prefix, account, (one, id) => encodeSs58(one, id) === encodeAddress(id, one)))
  })

  it('decodes accounts and indices that @polkadot/util-crypto encoded', () => {
    fc.assert(
      fc.property(prefix, fc.oneof(account, ...[1, 2, 4, 8].map(bytes)), (one, id) => {
        const { prefix: read, body } = decodeSs58(encodeAddress(id, one))
        return read === one && bytesToHex(body) === bytesToHex(id)
      }),
    )
  })

  it('rejects every text that @polkadot/util-crypto rejects', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const changed = fc.tuple(prefix, account, fc.nat(), fc.constantFrom(...alphabet)).map(([one, id, at, letter]) => {
      const text = encodeAddress(id, one)
      const place = at % text.length
      return text.slice(0, place) + letter + text.slice(place + 1)
    })
    const typed = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 60 })
    fc.assert(
      fc.property(fc.oneof(changed, typed), (text) => {
        const read = (): Ss58 | undefined => {
          try {
            return decodeSs58(text)
          } catch {
            return undefined // rejected by this implementation
          }
        }
        const found = read()
        return (
          !found || (bytesToHex(decodeAddress(text)) === bytesToHex(found.body) && checkAddress(text, found.prefix)[0])
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('D14: rejects an address with any one letter changed', () => {
    const text = published[1]?.[0] ?? ''
    for (let at = 0; at < text.length; at++) {
      const wrong = `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`
      expect(() => decodeSs58(wrong), wrong).toThrow()
    }
  })

  it('rejects a one-byte prefix that is encoded in two bytes, even with a valid checksum', () => {
    // prefix 42 fits into one byte; encoded in two bytes, it would give another text for the same address
    const data = concatBytes(Uint8Array.of(0x40 | (42 >> 2), (42 & 3) << 6), hexToBytes(alice))
    const sum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), data)).subarray(0, 2)
    expect(() => decodeSs58(base58.encode(concatBytes(data, sum)))).toThrow('prefix is reserved or wrongly encoded')
  })

  it.each([-1, 1.5, 46, 47, 16_384])('rejects the invalid prefix %d', (wrong) => {
    expect(() => encodeSs58(wrong, hexToBytes(alice))).toThrow('is not a valid SS58 prefix')
  })

  it.each([
    ['', '1 to 64'],
    ['0x1234', '1 to 64'],
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQl', 'without 0, O, I and l'],
    ['1'.repeat(10_000), '1 to 64'],
    [' 5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', '1 to 64'],
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ', 'checksum'],
    ['5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKut', 'too short'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '1 to 64'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'too short or too long'],
  ])('rejects %j with the reason', (text, reason) => {
    expect(() => decodeSs58(text)).toThrow(reason)
  })
})
