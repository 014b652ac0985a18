import { Metadata as PolkadotMetadata, TypeRegistry } from '@polkadot/types'
import polkadotHex from '@polkadot/types-support/metadata/v14/polkadot-hex'
import substrateHex from '@polkadot/types-support/metadata/v14/substrate-hex'
import { hexToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { encodeAddress } from '@polkadot/util-crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeCall, describePayload } from './approval.js'
import { readMetadata } from './metadata.js'
import { encodePayload, readEra } from './payload.js'
import { payloadSchema, read } from './requests.js'
import { encodeCompact, ScaleReader } from './scale.js'

const currency = { name: 'Sandbox ROC', symbol: 'ROC', decimals: 12 }

/** The metadata of a chain, for @polkadot/types and for the sandbox wallet. */
function chainOf(hex: `0x${string}`) {
  const registry = new TypeRegistry()
  registry.setMetadata(new PolkadotMetadata(registry, hex))
  const call = (name: string, ...args: readonly unknown[]): string => {
    const [pallet = '', method = ''] = name.split('.')
    const index = registry.metadata.pallets.find((one) => one.name.eq(pallet))
    const variants = index && registry.lookup.getSiType(index.calls.unwrap().type).def.asVariant.variants
    const variant = variants?.find((one) => one.name.eq(method))
    if (!index || !variant) throw new Error(`The chain has no ${name}.`)
    const at = Uint8Array.of(index.index.toNumber(), variant.index.toNumber())
    const encoded = variant.fields.map(({ type }, position) =>
      registry.createType(registry.createLookupType(type), args[position]).toU8a(),
    )
    return u8aToHex(u8aConcat(at, ...encoded))
  }
  return { registry, call, metadata: readMetadata(hexToU8a(hex)) }
}
const substrate = chainOf(substrateHex)
const polkadot = chainOf(polkadotHex)
const idOf = (fill: number): Uint8Array => new Uint8Array(32).fill(fill)
const addressOf = (fill: number): string => encodeAddress(idOf(fill), 42)
const descriptionOf = (chain: typeof substrate, method: string) => describeCall(chain.metadata, method, currency)

describe('the description of a call', () => {
  it.each(['transfer_allow_death', 'transfer_keep_alive'])('D7: names recipient and amount of Balances.%s', (name) => {
    const method = substrate.call(`Balances.${name}`, { Id: idOf(7) }, 1_500_000_000_000n)
    expect(descriptionOf(substrate, method)).toEqual({
      kind: 'transfer',
      facts: [
        { label: 'value', value: '1.5 ROC' },
        { label: 'to', value: addressOf(7), format: 'address' },
        { label: 'call', value: `Balances.${name}` },
      ],
    })
  })

  it('shows a transfer to an account index as a plain call, without a recipient', () => {
    const method = substrate.call('Balances.transfer_keep_alive', { Index: 5 }, 1n)
    const { kind, facts } = descriptionOf(substrate, method)
    expect(kind).toBe('call')
    expect(facts.map(({ label }) => label)).toEqual(['call', 'arguments', 'data'])
  })

  it('shows every argument of other calls, with the names in the metadata, including nested calls', () => {
    const inner = (fill: number) =>
      hexToU8a(substrate.call('Balances.transfer_keep_alive', { Id: idOf(fill) }, BigInt(fill)))
    const method = substrate.call('Utility.batch_all', [inner(1), inner(2)])
    const [call, given, data] = descriptionOf(substrate, method).facts
    expect(call?.value).toBe('Utility.batch_all')
    expect(given?.value).toBe(
      `calls: 
- Balances transfer_keep_alive
    dest: Id ${addressOf(1)}
    value: 1
- Balances transfer_keep_alive
    dest: Id ${addressOf(2)}
    value: 2`,
    )
    expect(data).toEqual({ label: 'data', value: method, format: 'data' })
  })

  it('shows only the bytes of a call that it cannot decode completely', () => {
    const method = substrate.call('Balances.transfer_keep_alive', { Id: idOf(7) }, 1n)
    for (const broken of [`${method}00`, method.slice(0, -2), '0x', '0xff00', `0x${'ff'.repeat(40)}`])
      expect(descriptionOf(substrate, broken)).toEqual({
        kind: 'call',
        facts: [{ label: 'data', value: broken, format: 'data' }],
      })
  })

  it('never names a call other than the call that @polkadot/types decodes', () => {
    const seeds = [
      substrate.call('Balances.transfer_keep_alive', { Id: idOf(7) }, 10n ** 20n),
      substrate.call('System.remark', '0x0102030405'),
      substrate.call('Utility.batch', [hexToU8a(substrate.call('System.remark', '0x01'))]),
    ].map((hex) => hexToU8a(hex))
    const mutated = fc
      .tuple(fc.constantFrom(...seeds), fc.nat(80), fc.nat(255))
      .map(([seed, at, byte]) => seed.map((old, position) => (position === at % seed.length ? byte : old)))
    let read = 0
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 60 })), (bytes) => {
        const { facts } = descriptionOf(substrate, u8aToHex(bytes))
        const named = facts.find(({ label }) => label === 'call')?.value
        if (named === undefined) return
        read++
        const known = substrate.registry.createType('Call', bytes)
        const { section, method } = substrate.registry.findMetaCall(known.callIndex)
        const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()
        expect(plain(named)).toBe(plain(`${section}.${method}`))
        expect(known.toU8a().length).toBe(bytes.length)
      }),
      { numRuns: 2000 },
    )
    expect(read).toBeGreaterThan(200)
  })
})

describe('the payload to sign', () => {
  const hash = (fill: number): `0x${string}` => u8aToHex(idOf(fill))
  const quantity = (number: bigint, bytes: number): string => `0x${number.toString(16).padStart(2 * bytes, '0')}`
  const given = {
    address: addressOf(1),
    blockHash: hash(3),
    era: '0x8502',
    genesisHash: hash(4),
    method: polkadot.call('Balances.transfer_keep_alive', { Id: idOf(7) }, 1n),
    nonce: quantity(5n, 4),
    specVersion: quantity(900n, 4),
    tip: quantity(0n, 16),
    transactionVersion: quantity(11n, 4),
    version: 4,
  }

  it.each([
    ['Polkadot', polkadot],
    ['a Substrate node', substrate],
  ])('is byte-identical to the payload of @polkadot/types on %s', (_, { metadata, registry }) => {
    registry.setSignedExtensions(metadata.signedExtensions.map(({ identifier }) => identifier))
    const u32 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((number) => quantity(number, 4))
    const u128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((number) => quantity(number, 16))
    const fields = { nonce: u32, specVersion: u32, transactionVersion: u32, tip: u128 }
    const hashed = { mode: 1, metadataHash: hash(8) }
    const era = fc.constantFrom('0x00', '0x8502', '0xd503', '0x0b00')
    fc.assert(
      fc.property(fc.record({ ...fields, era }), fc.constantFrom({}, hashed), (changes, more) => {
        const request = { ...given, ...changes, ...more }
        const theirs = registry.createType('ExtrinsicPayload', request, { version: 4 }).toU8a({ method: true })
        expect(u8aToHex(encodePayload(metadata, read(payloadSchema, request)))).toBe(u8aToHex(theirs))
      }),
    )
  })

  it('is shown with all relevant fields', () => {
    const payload = read(payloadSchema, { ...given, tip: quantity(25n * 10n ** 10n, 16) })
    const bytes = encodePayload(polkadot.metadata, payload)
    const described = describePayload({ metadata: polkadot.metadata, currency }, payload, bytes)
    const payloadFacts = described.steps?.flatMap(({ facts }) => facts) ?? []
    expect(Object.fromEntries(payloadFacts.map(({ label, value }) => [label, value]))).toEqual({
      call: 'Balances.transfer_keep_alive',
      to: addressOf(7),
      value: '0.000000000001 ROC',
      nonce: '5',
      tip: '0.25 ROC',
      era: 'mortal, 64 blocks',
      runtime: '900, transactions 11',
      genesis: given.genesisHash,
    })
    expect(described.payload).toBe(u8aToHex(bytes))
  })

  it('is rejected if the chain has unknown signed extensions, or if the fee is paid in another asset', () => {
    const payload = read(payloadSchema, given)
    const [first] = polkadot.metadata.signedExtensions.filter(({ identifier }) => identifier === 'CheckNonce')
    if (!first) throw new Error('The chain has no nonce.')
    const more = { ...first, identifier: 'CheckSomethingNew' }
    const metadata = { ...polkadot.metadata, signedExtensions: [...polkadot.metadata.signedExtensions, more] }
    expect(() => encodePayload(metadata, payload)).toThrow(/"CheckSomethingNew"/)
    expect(() => encodePayload(polkadot.metadata, { ...payload, assetId: '0x0100' })).toThrow(/native coin/)
  })

  it.each([
    { version: 5 },
    { nonce: 5 },
    { nonce: '-0x1' },
    { method: 'transfer' },
    { genesisHash: '0x12' },
    { era: undefined },
    { mode: 2 },
    { tip: `0x1${'0'.repeat(32)}` },
  ])('is rejected with %j', (change) => {
    expect(() => read(payloadSchema, { ...given, ...change })).toThrow(expect.objectContaining({ code: -32602 }))
  })

  it('has the validity period that @polkadot/types computes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 16 }), fc.nat(100_000), (power, current) => {
        const period = 2 ** power
        const era = substrate.registry.createType('ExtrinsicEra', { current, period })
        expect(readEra(era.toHex())).toBe(`mortal, ${era.asMortalEra.period.toNumber()} blocks`)
      }),
    )
    expect(readEra('0x00')).toBe('immortal')
    for (const broken of ['0x', '0x01', '0x000000', '0x0000']) expect(() => readEra(broken)).toThrow(/mortality/)
  })
})

describe('SCALE', () => {
  it('encodes and decodes compact numbers like @polkadot/types', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 127 }), fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (shift, wide) => {
        const number = wide >> BigInt(shift)
        const theirs = substrate.registry.createType('Compact<u128>', number).toU8a()
        expect(u8aToHex(encodeCompact(number))).toBe(u8aToHex(theirs))
        expect(new ScaleReader(theirs).compact()).toBe(number)
      }),
    )
  })
})
