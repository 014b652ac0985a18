import type { Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEthereumLink, readLinkNumber } from './link.js'

const network: Network = {
  caipNetworkId: 'eip155:31337',
  namespace: 'eip155',
  reference: '31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:1'],
}
const you = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const read = (text: string) => readEthereumLink(text, network)

it('the number of an EIP-681 link is at most the largest uint256', () => {
  const max = 2n ** 256n - 1n
  expect([readLinkNumber(`${max}`), readLinkNumber(`${max + 1n}`)]).toEqual([max, undefined])
  expect([readLinkNumber('1e77'), readLinkNumber('1e78'), readLinkNumber('0e999')]).toEqual([
    10n ** 77n,
    undefined,
    undefined,
  ])
})

describe('an EIP-681 link', () => {
  it.each([
    [`ethereum:${you}`, { receiver: you }],
    [`ethereum:pay-${you}`, { receiver: you }],
    [`ETHEREUM:${you}@1`, { caipNetworkId: 'eip155:1', receiver: you }],
    [`ethereum:${you}@01`, { caipNetworkId: 'eip155:1', receiver: you }],
    [`ethereum:${you}?gas=100000&gasPrice=1e9`, { receiver: you }],
    ['ethereum:zoe.eth@1', { caipNetworkId: 'eip155:1', receiver: 'zoe.eth' }],
    [
      `ethereum:${you}@10?value=2.014e18`,
      { caipNetworkId: 'eip155:10', receiver: you, assetId: 'eip155:10/slip44:60', amount: 2_014_000_000_000_000_000n },
    ],
    [`ethereum:${you}?value=1`, { receiver: you, assetId: 'eip155:31337/slip44:60', amount: 1n }],
    [
      `ethereum:${dai.toLowerCase()}@1/transfer?address=${you}&uint256=1.5e18`,
      {
        caipNetworkId: 'eip155:1',
        receiver: you,
        assetId: `eip155:1/erc20:${dai}`,
        amount: 1_500_000_000_000_000_000n,
      },
    ],
    [`ethereum:${dai}/transfer?value=0&address=zoe.eth`, { receiver: 'zoe.eth', assetId: `eip155:31337/erc20:${dai}` }],
  ])('is read: %s', (text, request) => {
    expect(read(text)).toEqual({ request })
  })

  it.each([
    ...['ethereum:', 'ethereum:@1', `ethereum:${you.slice(2)}`, `ethereum:${you}0`, `ethereum:pay-pay-${you}`],
    ...[`ethereum:${you}@`, `ethereum:${you}@0x1`, `ethereum:${you}@-1`, `ethereum:${you}@1@2`, `ethereum:${you}@1.5`],
    ...[`ethereum://${you}`, `ethereum:${you}/transfer/x`, `ethereum:x-${you}`, `ethereum:zoe`, `ethereum:zo%zz.eth`],
    ...[`ethereum:${you}?value=`, `ethereum:${you}?value=-1`, `ethereum:${you}?value=1.5`, `ethereum:${you}?value=0x1`],
    ...[`ethereum:${you}?value=1e999`, `ethereum:${you}?value=1,5`, `ethereum:${you}?value=1&value=2`],
    ...[`ethereum:${you}?value=${2n ** 256n}`, `ethereum:${you}?value=1.50e1`, `ethereum:${you}?value=٣`],
    `ethereum:${dai}/transfer?uint256=1&address=${you}`,
    `ethereum:${dai}/transfer?uint256=1`,
    `ethereum:${dai}/transfer?address=${you}&uint256=1.5`,
    `ethereum:${dai}/transfer?address=0x1&uint256=1`,
    `ethereum:${dai.replace('6B', '6b')}/transfer?address=${you}&uint256=1`,
    `ethereum:dai.eth/transfer?address=${you}&uint256=1`,
  ])('is rejected as malformed: %s', (text) => {
    expect(read(text)).toEqual({ refusal: { code: 'badLink', severity: 'refuse' } })
  })

  it.each([
    `ethereum:${dai}/approve?address=${you}&uint256=1`,
    `ethereum:${dai}/Transfer?address=${you}&uint256=1`,
    `ethereum:${dai}/transfer?address=${you}&uint256=1&bytes=0x00`,
    `ethereum:${dai}/transfer?address=${you}&uint256=1&value=1`,
    `ethereum:${dai}/?address=${you}`,
    `ethereum:${you}?data=0xdeadbeef`,
    `ethereum:${you}?value=1&function=transfer`,
  ])('is rejected with notAPayment if it requests anything but a plain payment: %s', (text) => {
    expect(read(text)).toEqual({ refusal: { code: 'notAPayment', severity: 'refuse' } })
  })

  it.each([you, `solana:${you}`, 'zoe.eth', 'ethereum', 'eip155:1:0x00'])(
    'has the scheme "ethereum"; for %s, readEthereumLink returns undefined',
    (text) => {
      expect(read(text)).toBeUndefined()
    },
  )

  it('has exact numbers, in decimal and exponent notation', () => {
    const digits = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    fc.assert(fc.property(digits, (value) => void expect(readLinkNumber(String(value))).toBe(value)))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat(30), fc.nat(30), (value, places, more) => {
        const text = String(value).padStart(places + 1, '0')
        const at = text.length - places
        const written = places === 0 ? text : `${text.slice(0, at)}.${text.slice(at)}`
        expect(readLinkNumber(`${written}e${places + more}`)).toBe(value * 10n ** BigInt(more))
        if (places > 0) expect(readLinkNumber(`${written}e${places - 1}`)).toBeUndefined()
      }),
    )
  })

  it('does not throw, whatever text follows the scheme', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(read(`ethereum:${text}`)).toBeDefined()))
  })
})
