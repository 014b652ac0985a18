import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appraise } from './appraise.js'
import type { SourceToken } from './source-token.js'
import { isDeceptive, spamFlagsOf } from './spam-flags.js'

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = {
  caipNetworkId: 'eip155:1',
  namespace: 'eip155',
  reference: '1',
  name: 'One',
  nativeCurrency: coin,
  rpcUrls: [],
}
const dollar = 10n ** 18n
let count = 0
const token = (more: Partial<SourceToken>): SourceToken => ({
  assetId: `eip155:1/erc20:${++count}`,
  caipNetworkId: 'eip155:1',
  address: String(count),
  name: 'Some Token',
  symbol: 'SOME',
  decimals: 6,
  amount: 5_000_000n,
  ...more,
})
const ether = token({ ...coin, assetId: 'eip155:1/slip44:60', amount: 2n * 10n ** 18n, priceUsd: 2000n * dollar })
const usdc = token({ name: 'USD Coin', symbol: 'USDC', priceUsd: dollar })
const against = (one: SourceToken, beside: readonly SourceToken[] = [ether, usdc]) =>
  spamFlagsOf([...beside, one], { coinId: ether.assetId, coin }).get(one.assetId)

describe('D9: the flag lookAlike', () => {
  it.each([
    ['identical text', 'USDC'],
    ['mathematical letters', '𝐔𝐒𝐃𝐂'],
    ['full-width letters', 'ＵＳＤＣ'],
    ['a Cyrillic letter', 'USDС'],
    ['Cyrillic letters wherever possible', 'UЅDС'],
    ['lower-case letters', 'usdc'],
    ['spaces', ' U S D C'],
    ['a zero-width character', 'US\u200BDC'],
    ['an accent', 'USDĆ'],
    ['a direction mark', '\u202EUSDC\u202C'],
    ['10 kB of zero-width characters at the end', `USDC${'\u200B'.repeat(10_000)}`],
    ['10 kB of spaces and a letter at the end', `USDC${' '.repeat(10_000)}x`],
    ['the name as the symbol', 'USD Coin'],
  ])('is set for a copy of USDC with %s: %j', (_, symbol) => {
    expect(against(token({ symbol }))).toContain('lookAlike')
    expect(against(token({ name: symbol }))).toContain('lookAlike')
  })

  it.each(['ETH', 'ЕТН', 'Ether', 'Εther', 'E T H'])(
    'is set for a copy of the native coin, even with a price: %j',
    (symbol) => {
      expect(against(token({ symbol }))).toContain('lookAlike')
      expect(against(token({ symbol, priceUsd: dollar }))).toContain('lookAlike')
    },
  )

  it('is not set for the original with the price, nor for the coin', () => {
    token({})
    const all = spamFlagsOf([ether, usdc, token({ symbol: 'USDC' })], { coinId: ether.assetId, coin })
    expect(all.get(usdc.assetId)).toEqual([])
    expect(all.has(ether.assetId)).toBe(false)
  })

  it('is not set if both tokens have a price, such as one asset over two bridges', () => {
    expect(against(token({ symbol: 'USDC', priceUsd: dollar }))).toEqual([])
  })

  it('is set for a disguised copy with a price, and not for the original', () => {
    const fake = token({ symbol: 'USDС', priceUsd: dollar })
    const all = spamFlagsOf([usdc, fake], { coinId: ether.assetId, coin })
    expect([all.get(usdc.assetId), all.get(fake.assetId)]).toEqual([[], ['lookAlike', 'hiddenText']])
  })

  it.each(['WETH', 'USDT', 'DAI', '', 'stETH', 'USDC.e', 'Wrapped Ether'])(
    'is not set for the different symbol %j',
    (symbol) => {
      expect(against(token({ symbol }))).toEqual([])
    },
  )
})

describe('D9: isDeceptive', () => {
  it.each([
    'pay\u202Elap',
    'Pаypal',
    '𝓕𝓻𝓮𝓮',
    'ＦＲＥＥ',
    'ꜰʀᴇᴇ',
    'ⒻⓇⒺⒺ',
    'a\u200Db',
    'a\u0000b',
    'a\u00A0b',
    'tab\there',
    '\uD800',
    'ВТС',
    'x'.repeat(10_000),
  ])('is true for %j', (text) => expect(isDeceptive(text)).toBe(true))

  it.each([
    '',
    'USD Coin',
    'Ξ',
    'Œuvre',
    'Müller™',
    'm²',
    'Биткоин',
    'ビットコイン',
    '比特币',
    'دولار',
    '₿',
    '❤️ Love',
    '🇩🇪',
  ])('is false for %j', (text) => expect(isDeceptive(text)).toBe(false))
})

it('D9: property: a token with a spam flag has no price, no value and does not count in the total', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          name: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Ether', 'USD Coin', 'ЕТН', '𝐔𝐒𝐃𝐂')),
          symbol: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('ETH', 'USDC', 'US\u200BDC')),
          amount: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
          decimals: fc.integer({ min: 0, max: 36 }),
          priceUsd: fc.bigInt({ min: 0n, max: 10n ** 30n }),
          isReported: fc.boolean(),
        }),
        { maxLength: 12 },
      ),
      (foreign) => {
        const { tokens, totalUsd } = appraise([ether, usdc, ...foreign.map(token)], network)
        expect(tokens.length).toBe(foreign.length + 2)
        expect(tokens[0]?.assetId).toBe(ether.assetId)
        for (const one of tokens.filter(({ spamFlags }) => spamFlags))
          expect([one.priceUsd, one.valueUsd]).toEqual([undefined, undefined])
        const counted = tokens.filter(({ spamFlags }) => !spamFlags)
        expect(totalUsd).toBe(counted.reduce((sum, { valueUsd = 0n }) => sum + valueUsd, 0n))
      },
    ),
    { numRuns: 300 },
  )
})

describe('appraise', () => {
  it('D1: computes each value as amount times price, rounded down', () => {
    const odd = token({ amount: 1n, decimals: 36, priceUsd: 10n ** 18n })
    const some = token({ amount: 1_999_999n, decimals: 6, priceUsd: 1n })
    const { tokens } = appraise([ether, odd, some], network)
    expect(tokens.map(({ valueUsd }) => valueUsd)).toEqual([4000n * dollar, 1n, 0n])
  })

  it('has no total if the value of a token without flags is unknown', () => {
    expect(appraise([ether, usdc], network).totalUsd).toBe(4005n * dollar)
    expect(appraise([ether, usdc, token({})], network).totalUsd).toBeUndefined()
    expect(appraise([ether, usdc, token({ symbol: 'USDC' })], network).totalUsd).toBe(4005n * dollar)
    expect(appraise([], network).totalUsd).toBeUndefined()
  })

  it('knows no value of a token with a scaled amount, because its price may be for either amount', () => {
    const stock = token({ symbol: 'STK', priceUsd: dollar, scaledAmount: 50_000_000n })
    const { tokens, totalUsd } = appraise([ether, stock], network)
    expect(tokens[1]).toMatchObject({ amount: 5_000_000n, scaledAmount: 50_000_000n })
    expect([tokens[1]?.priceUsd, tokens[1]?.valueUsd, totalUsd]).toEqual([undefined, undefined, undefined])
  })

  it('sorts the coin first, then by value, then by name, with flagged tokens last', () => {
    const poor = { ...ether, amount: 0n }
    const [b, a, fake] = [token({ name: 'B' }), token({ name: 'A' }), token({ name: 'ETH' })]
    const { tokens } = appraise([fake, b, usdc, a, poor], network)
    expect(tokens.map(({ name }) => name)).toEqual(['Ether', 'USD Coin', 'A', 'B', 'ETH'])
  })
})

describe('D9: a contract that represents the native coin', () => {
  const appraiseBoth = (caipNetworkId: string, address: string) => {
    const own = { ...network, caipNetworkId, reference: caipNetworkId.slice(7) }
    const inCoin = { caipNetworkId, name: 'Celo', symbol: 'CELO', decimals: 18, amount: 5n * dollar, priceUsd: dollar }
    const contractToken = token({ ...inCoin, address, assetId: `${caipNetworkId}/erc20:${address}` })
    return appraise([token({ ...inCoin, assetId: `${caipNetworkId}/slip44:60` }), contractToken], own)
  }
  const celo = '0x471EcE3750Da237f93B8E339c536989b8978a438'

  it.each([
    ['eip155:42220', celo],
    ['eip155:137', '0x0000000000000000000000000000000000001010'],
    ['eip155:1284', '0x0000000000000000000000000000000000000802'],
    ['eip155:324', '0x000000000000000000000000000000000000800A'],
    ['eip155:1088', '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'],
  ])('is listed once, as the coin, on %s', (caipNetworkId, address) => {
    expect(appraiseBoth(caipNetworkId, address).tokens.map(({ assetId }) => assetId)).toEqual([
      `${caipNetworkId}/slip44:60`,
    ])
  })

  it('provides the price if the coin has none', () => {
    const own = { ...network, caipNetworkId: 'eip155:42220', reference: '42220' }
    const inCoin = { caipNetworkId: own.caipNetworkId, name: 'Celo', symbol: 'CELO', decimals: 18, amount: 5n * dollar }
    const found = [
      token({ ...inCoin, assetId: 'eip155:42220/slip44:52752' }),
      token({ ...inCoin, priceUsd: dollar, address: celo, assetId: `eip155:42220/erc20:${celo}` }),
    ]
    expect(appraise(found, own)).toMatchObject({ totalUsd: 5n * dollar, tokens: [{ priceUsd: dollar }] })
  })

  it('is no look-alike if it wraps the coin, such as wrapped SOL', () => {
    const address = 'So11111111111111111111111111111111111111112'
    expect(against(token({ symbol: coin.symbol, address, assetId: `solana:1/token:${address}` }))).toEqual([])
  })

  it('is an ordinary token on other networks', () => expect(appraiseBoth('eip155:1', celo).tokens.length).toBe(2))
})
