import { formatAmount, type Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chains } from '../chains.js'
import { readBitcoinLink } from './link.js'

const networkOf = (name: string): Network => {
  const reference = chains.find((one) => one.name === name)?.reference ?? ''
  return {
    ...{ caipNetworkId: `bip122:${reference}`, namespace: 'bip122', reference, name },
    ...{ nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }, rpcUrls: ['http://127.0.0.1:1'] },
  }
}
const [bitcoin, signet, testnet] = [networkOf('Bitcoin'), networkOf('Bitcoin Signet'), networkOf('Bitcoin Testnet')]
const main = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const test = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const read = (text: string, network = bitcoin) => readBitcoinLink(text, network)
const refusalOf = (code: string, text?: string) => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})
const requestTo = (receiver: string, { caipNetworkId }: Network, amount?: bigint) => ({
  request: { caipNetworkId, receiver, ...(amount !== undefined && { assetId: `${caipNetworkId}/slip44:0`, amount }) },
})

describe('a BIP-21 link', () => {
  it.each([
    [`bitcoin:${main}`, requestTo(main, bitcoin)],
    [`bitcoin:${main}?amount=20.3&label=Luke-Jr`, requestTo(main, bitcoin, 2_030_000_000n)],
    [`bitcoin:${main}?amount=.00000001`, requestTo(main, bitcoin, 1n)],
    [`bitcoin:${main}?somethingyoudontunderstand=50&pj=https://x.example`, requestTo(main, bitcoin)],
    [`bitcoin:${main}?lightning=lnbc1p0&amount=0.5`, requestTo(main, bitcoin, 50_000_000n)],
    [`BITCOIN:${main.toUpperCase()}?AMOUNT=0.1`, requestTo(main.toUpperCase(), bitcoin, 10_000_000n)],
  ])('is read: %s', (text, link) => {
    expect(read(text)).toEqual(link)
  })

  it('is for the active network if its address is valid there, else for the first network where the address is valid', () => {
    expect(read(`bitcoin:${test}?amount=1`, signet)).toEqual(requestTo(test, signet, 100_000_000n))
    expect(read(`bitcoin:${test}`)).toEqual(requestTo(test, testnet))
    expect(read(`bitcoin:${main}`, signet)).toEqual(requestTo(main, bitcoin))
  })

  it('is rejected if it has an unknown required parameter (req-)', () => {
    expect(read(`bitcoin:${main}?req-somethingyoudontunderstand=50&amount=1`)).toEqual(
      refusalOf('linkDemands', 'somethingyoudontunderstand'),
    )
    expect(read(`bitcoin:${main}?REQ-pop=x`)).toEqual(refusalOf('linkDemands', 'pop'))
    expect(read(`bitcoin:${main}?req-%E2%80%AE%0ACall%20us=1`)).toEqual(refusalOf('badLink'))
  })

  it.each([
    ...['', '-1', '+1', '1e8', '1,5', '0x1', '1.', '0.000000001', 'one', '1 ', '٣'].map(
      (one) => `bitcoin:${main}?amount=${one}`,
    ),
    ...[`bitcoin:${main}?amount=1&amount=2`, `bitcoin:${main}?amount=1&AMOUNT=2`, `bitcoin:${main}&amount=1`],
    ...[`bitcoin://${main}`, `bitcoin:${main}#x`, `bitcoin:${main} ?amount=1`, `bitcoin:${main}?label=%`],
  ])('is rejected as malformed: %s', (text) => {
    expect(read(text)).toEqual(refusalOf('badLink'))
  })

  it('that has only a Lightning invoice is rejected with linkWithoutAddress', () => {
    expect(read('bitcoin:?lightning=lnbc1p0')).toEqual(refusalOf('linkWithoutAddress'))
  })

  it('with a typo in the address is read; the address is checked later', () => {
    expect(read(`bitcoin:${main.slice(0, -1)}5`)).toEqual(requestTo(`${main.slice(0, -1)}5`, bitcoin))
  })

  it('keeps amounts exact to the satoshi, and no text makes the parser throw', () => {
    const satoshis = fc.bigInt({ min: 0n, max: 21n * 10n ** 14n })
    fc.assert(
      fc.property(
        satoshis,
        (amount) =>
          void expect(read(`bitcoin:${main}?amount=${formatAmount(amount, 8)}`)).toEqual(
            requestTo(main, bitcoin, amount),
          ),
      ),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(read(`bitcoin:${text}`)).toBeDefined()))
    expect(read(main)).toBeUndefined()
  })
})
