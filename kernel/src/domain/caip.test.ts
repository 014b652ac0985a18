import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCaipNetworkId, parseCaipAccountId, parseCaipAssetId } from './caip.js'

const invalid = expect.objectContaining({ code: 'INVALID_CAIP' })
const of = (unit: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength, maxLength })
const lower = 'abcdefghijklmnopqrstuvwxyz0123456789'
const all = `${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`
const namespace = of(`${lower}-`, 3, 8)
const reference = of(`${all}-_`, 1, 32)
const address = of(`${all}-.%`, 1, 128)

test('D15: every id of the grammar is parsed and keeps its case', () => {
  fc.assert(
    fc.property(fc.tuple(namespace, reference, address, namespace, address), ([chain, ref, account, kind, asset]) => {
      const caipNetworkId = `${chain}:${ref}`
      expect(isCaipNetworkId(caipNetworkId)).toBe(true)
      expect(parseCaipAccountId(`${caipNetworkId}:${account}`)).toEqual({
        namespace: chain,
        reference: ref,
        caipNetworkId,
        address: account,
      })
      expect(parseCaipAssetId(`${caipNetworkId}/${kind}:${asset}`)).toMatchObject({
        assetNamespace: kind,
        assetReference: asset,
        tokenId: undefined,
      })
    }),
    { numRuns: 5000 },
  )
})

test('D15: isCaipNetworkId returns false for a value that does not match the CAIP-2 grammar', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'aA1:-_./ \n') }), fc.anything()),
      (text) => {
        const fits = typeof text === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(text)
        expect(isCaipNetworkId(text)).toBe(fits)
      },
    ),
    { numRuns: 10_000 },
  )
})

describe('D15: text that is not a valid id throws', () => {
  test.each([
    'a:b:c',
    'EIP155:1:0x0',
    'eip155::0x0',
    'eip155:1:',
    ':1:0x0',
    'eip155:1:0x 0',
    'eip155:1:0x0:0',
    'eip155:1:<script>',
    `eip155:1:${'a'.repeat(129)}`,
  ])('account %j', (text) => expect(() => parseCaipAccountId(text)).toThrow(invalid))
  test.each([
    'eip155:1',
    'eip155:1/erc20',
    'eip155:1/e:0x0',
    'eip155:1/erc20:',
    'eip155:1/erc721:0x0/',
    `eip155:1/erc721:0x0/${'1'.repeat(79)}`,
  ])('asset %j', (text) => expect(() => parseCaipAssetId(text)).toThrow(invalid))
})

test.each(['eip155:1\n', ' eip155:1', 'ei:1', 'eip1555555:1', `eip155:${'1'.repeat(33)}`, 'eip155:1:', '__proto__'])(
  '%j is not a CAIP-2 id',
  (text) => expect(isCaipNetworkId(text)).toBe(false),
)

// examples from the CAIP-2 standard and its namespaces
test.each([
  'eip155:1',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:12a765e31ffd4059bada1e25190f6e98',
  'cosmos:cosmoshub-3',
  'cosmos:Binance-Chain-Tigris',
  'starknet:SN_GOERLI',
  'lip9:9ee11e9df416b18b',
  'chainstd:8c3444cf8970a9e41a706fab93e7a6c4',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
])('%s is a CAIP-2 id', (id) => expect(isCaipNetworkId(id)).toBe(true))

test('an asset id may end with a token id', () => {
  expect(parseCaipAssetId('eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769').tokenId).toBe('771769')
})

test('addresses that differ only in case remain different', () => {
  const [a, b] = [
    'solana:mainnet:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
    'solana:mainnet:7s3p4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  ]
  expect(parseCaipAccountId(a).address).not.toBe(parseCaipAccountId(b).address)
})
