import type { StandardSchema } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import type { OnRampMoney } from './contract.js'
import { compareMoney, displayMoney } from './money.js'
import { optionsReply, quoteReply } from './replies.js'

const network = {
  ...{ caipNetworkId: 'eip155:1', namespace: 'eip155', reference: '1', name: 'Ethereum' },
  ...{ nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: [] },
}
const ether = { name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1', contract_address: '' }] }
const usd = (amount: bigint, decimals = 2): OnRampMoney => ({ currency: 'USD', amount, decimals })
const token = { id: 'ETH', name: 'Ether', symbol: 'ETH', network: 'ethereum' }
const quote = {
  paymentTotal: { amount: '100.00', currency: 'USD' },
  paymentSubtotal: { amount: '97.75', currency: 'USD' },
  purchaseAmount: { amount: '0.032583333333333333', currency: 'ETH' },
  networkFee: { amount: 0.25, currency: 'USD' },
  quoteId: 'q1',
}
const read = <T>(schema: StandardSchema<T>, value: unknown): T =>
  (schema['~standard'].validate(value) as { readonly value: T }).value
const options = (value: unknown) => read(optionsReply(network), value)
const readQuote = (value: unknown) => read(quoteReply(token, usd(10_000n)), value)

describe('the options of a provider', () => {
  it('have default limits if the service names none, but no other defaults', () => {
    const { currencies, tokens } = options({
      paymentCurrencies: [{ id: 'EUR' }, { id: 'SEK' }],
      purchaseCurrencies: [],
    })
    expect(tokens).toEqual([])
    expect(currencies.map(({ id }) => id)).toEqual(['EUR'])
    expect(currencies[0]?.limits).toMatchObject([
      { paymentMethod: 'card', min: { amount: 10n }, max: { amount: 7_500n } },
      { paymentMethod: 'ach_bank_account', min: { amount: 10n }, max: { amount: 25_000n } },
    ])
    expect(() => options({})).toThrow('purchaseCurrencies')
  })

  it('contain only tokens of the network', () => {
    const elsewhere = { ...ether, id: 'MATIC', networks: [{ name: 'polygon', chain_id: '137' }] }
    expect(options({ purchaseCurrencies: [{ ...ether, id: 'ETH' }, elsewhere] }).tokens).toEqual([token])
  })
})

describe('a quote', () => {
  it('is parsed without rounding', () => {
    const { total, purchase, networkFee } = readQuote(quote)
    expect([total, networkFee]).toEqual([usd(100n, 0), usd(25n)])
    expect(purchase).toEqual({ currency: 'ETH', amount: 32_583_333_333_333_333n, decimals: 18 })
  })

  it.each([
    ['another currency', { paymentTotal: { amount: '100', currency: 'EUR' } }],
    ['another token', { purchaseAmount: { amount: '1', currency: 'USDC' } }],
    ['a purchase amount of 0', { purchaseAmount: { amount: '0', currency: 'ETH' } }],
    ['an amount that is not a number', { purchaseAmount: { amount: 'NaN', currency: 'ETH' } }],
    ['an empty id', { quoteId: '' }],
  ])('with %s is refused', (_, changed) => {
    expect(() => readQuote({ ...quote, ...changed })).toThrow('is missing or wrong')
  })

  it('is rejected with the provider’s reason if the provider refuses the quote', () => {
    expect(() => readQuote({ reasons: [{ description: 'The minimum is 10.' }] })).toThrow('The minimum is 10.')
  })
})

describe('money', () => {
  it.each([
    [usd(123_456n), '$1,234.56'],
    [usd(1n, 3), '<$0.01'],
    [usd(0n), '$0.00'],
    [{ currency: 'CAD', amount: 1_250n, decimals: 2 }, 'CA$12.50'],
    [{ currency: 'AUD', amount: 1_250n, decimals: 2 }, 'A$12.50'],
    [{ currency: 'SGD', amount: 1_250n, decimals: 2 }, 'SGD\u00a012.50'],
    [{ currency: 'EUR', amount: 1n, decimals: 3 }, '<€0.01'],
    [{ currency: 'JPY', amount: 12_500n, decimals: 0 }, '¥12,500'],
    [{ currency: 'USDC', amount: 1_234_567_890n, decimals: 6 }, '1,234.56789 USDC'],
    [{ currency: 'ETH', amount: 3n, decimals: 4 }, '0.0003 ETH'],
  ])('%o is displayed as %s', (money, shown) => {
    expect(displayMoney(money)).toBe(shown)
  })

  it('is compared across decimals', () => {
    expect([compareMoney(usd(10n, 0), usd(1_000n)), compareMoney(usd(999n), usd(10n, 0))]).toEqual([0, -1])
  })
})
