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
const refused = (code: string, text?: string) => ({
  refusal: { code, severity: 'refuse', ...(text !== undefined && { text }) },
})
const asked = (receiver: string, { caipNetworkId }: Network, amount?: bigint) => ({
  request: { caipNetworkId, receiver, ...(amount !== undefined && { assetId: `${caipNetworkId}/slip44:0`, amount }) },
})

describe('BIP-21', () => {
  it.each([
    [`bitcoin:${main}`, asked(main, bitcoin)],
    [`bitcoin:${main}?amount=20.3&label=Luke-Jr`, asked(main, bitcoin, 2_030_000_000n)],
    [`bitcoin:${main}?amount=.00000001`, asked(main, bitcoin, 1n)],
    [`bitcoin:${main}?somethingyoudontunderstand=50&pj=https://x.example`, asked(main, bitcoin)],
    [`bitcoin:${main}?lightning=lnbc1p0&amount=0.5`, asked(main, bitcoin, 50_000_000n)],
    [`BITCOIN:${main.toUpperCase()}?AMOUNT=0.1`, asked(main.toUpperCase(), bitcoin, 10_000_000n)],
  ])('reads %s', (text, link) => {
    expect(read(text)).toEqual(link)
  })

  it('test networks share addresses: the one in use counts, else the link is of another network', () => {
    expect(read(`bitcoin:${test}?amount=1`, signet)).toEqual(asked(test, signet, 100_000_000n))
    expect(read(`bitcoin:${test}`)).toEqual(asked(test, testnet))
    expect(read(`bitcoin:${main}`, signet)).toEqual(asked(main, bitcoin))
  })

  it('a demand that is not known makes the whole link void', () => {
    expect(read(`bitcoin:${main}?req-somethingyoudontunderstand=50&amount=1`)).toEqual(
      refused('linkDemands', 'somethingyoudontunderstand'),
    )
    expect(read(`bitcoin:${main}?REQ-pop=x`)).toEqual(refused('linkDemands', 'pop'))
    expect(read(`bitcoin:${main}?req-%E2%80%AE%0ACall%20us=1`)).toEqual(refused('badLink'))
  })

  it.each([
    ...['', '-1', '+1', '1e8', '1,5', '0x1', '1.', '0.000000001', 'one', '1 ', '٣'].map(
      (one) => `bitcoin:${main}?amount=${one}`,
    ),
    ...[`bitcoin:${main}?amount=1&amount=2`, `bitcoin:${main}?amount=1&AMOUNT=2`, `bitcoin:${main}&amount=1`],
    ...[`bitcoin://${main}`, `bitcoin:${main}#x`, `bitcoin:${main} ?amount=1`, `bitcoin:${main}?label=%`],
  ])('refuses %s', (text) => {
    expect(read(text)).toEqual(refused('badLink'))
  })

  it('a link that can only be paid off the chain has no address', () => {
    expect(read('bitcoin:?lightning=lnbc1p0')).toEqual(refused('linkWithoutAddress'))
  })

  it('an address with a typo is left to be looked at as any other', () => {
    expect(read(`bitcoin:${main.slice(0, -1)}5`)).toEqual(asked(`${main.slice(0, -1)}5`, bitcoin))
  })

  it('amounts are exact to the satoshi, and nothing makes it throw', () => {
    const satoshis = fc.bigInt({ min: 0n, max: 21n * 10n ** 14n })
    fc.assert(
      fc.property(
        satoshis,
        (amount) =>
          void expect(read(`bitcoin:${main}?amount=${formatAmount(amount, 8)}`)).toEqual(asked(main, bitcoin, amount)),
      ),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(read(`bitcoin:${text}`)).toBeDefined()))
    expect(read(main)).toBeUndefined()
  })
})
