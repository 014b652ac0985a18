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

describe('D9: a token that bears the name of another', () => {
  it.each([
    ['the same', 'USDC'],
    ['maths letters', '𝐔𝐒𝐃𝐂'],
    ['full-width letters', 'ＵＳＤＣ'],
    ['Cyrillic among Latin', 'USDС'],
    ['all that Cyrillic has of it', 'UЅDС'],
    ['lower case', 'usdc'],
    ['spaces', ' U S D C'],
    ['characters without width', 'US\u200BDC'],
    ['an accent', 'USDĆ'],
    ['a direction mark', '\u202EUSDC\u202C'],
    ['10 kB of nothing behind it', `USDC${'\u200B'.repeat(10_000)}`],
    ['10 kB of blanks and a word', `USDC${' '.repeat(10_000)}x`],
    ['the name as a symbol', 'USD Coin'],
  ])('%s: %j', (_, symbol) => {
    expect(against(token({ symbol }))).toContain('lookAlike')
    expect(against(token({ name: symbol }))).toContain('lookAlike')
  })

  it.each(['ETH', 'ЕТН', 'Ether', 'Εther', 'E T H'])("the coin's: %j, also with a price", (symbol) => {
    expect(against(token({ symbol }))).toContain('lookAlike')
    expect(against(token({ symbol, priceUsd: dollar }))).toContain('lookAlike')
  })

  it('is not the one with the price, nor the coin itself', () => {
    token({})
    const all = spamFlagsOf([ether, usdc, token({ symbol: 'USDC' })], { coinId: ether.assetId, coin })
    expect(all.get(usdc.assetId)).toEqual([])
    expect(all.has(ether.assetId)).toBe(false)
  })

  it('one asset over two bridges, both with a price, is flagged in neither', () => {
    expect(against(token({ symbol: 'USDC', priceUsd: dollar }))).toEqual([])
  })

  it('a disguised one with a price neither passes nor takes the name away from the real one', () => {
    const fake = token({ symbol: 'USDС', priceUsd: dollar })
    const all = spamFlagsOf([usdc, fake], { coinId: ether.assetId, coin })
    expect([all.get(usdc.assetId), all.get(fake.assetId)]).toEqual([[], ['lookAlike', 'hiddenText']])
  })

  it.each(['WETH', 'USDT', 'DAI', '', 'stETH', 'USDC.e', 'Wrapped Ether'])('%j is another one', (symbol) => {
    expect(against(token({ symbol }))).toEqual([])
  })
})

describe('D9: a name with what nobody sees', () => {
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
  ])('%j', (text) => expect(isDeceptive(text)).toBe(true))

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
  ])('%j is plain', (text) => expect(isDeceptive(text)).toBe(false))
})

it('D9: whatever a token calls itself, with a spam flag it has no price, no value and no part in the total', () => {
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

describe('what tokens are worth', () => {
  it('D1: a value is amount times price, cut', () => {
    const odd = token({ amount: 1n, decimals: 36, priceUsd: 10n ** 18n })
    const some = token({ amount: 1_999_999n, decimals: 6, priceUsd: 1n })
    const { tokens } = appraise([ether, odd, some], network)
    expect(tokens.map(({ valueUsd }) => valueUsd)).toEqual([4000n * dollar, 1n, 0n])
  })

  it('is unknown as a whole where one of them is', () => {
    expect(appraise([ether, usdc], network).totalUsd).toBe(4005n * dollar)
    expect(appraise([ether, usdc, token({})], network).totalUsd).toBeUndefined()
    expect(appraise([ether, usdc, token({ symbol: 'USDC' })], network).totalUsd).toBe(4005n * dollar)
    expect(appraise([], network).totalUsd).toBeUndefined()
  })

  it('stand with the coin first, then by value, then by name, flagged ones last', () => {
    const poor = { ...ether, amount: 0n }
    const [b, a, fake] = [token({ name: 'B' }), token({ name: 'A' }), token({ name: 'ETH' })]
    const { tokens } = appraise([fake, b, usdc, a, poor], network)
    expect(tokens.map(({ name }) => name)).toEqual(['Ether', 'USD Coin', 'A', 'B', 'ETH'])
  })
})

describe('D9: a contract that stands for the coin', () => {
  const asked = (caipNetworkId: string, address: string) => {
    const own = { ...network, caipNetworkId, reference: caipNetworkId.slice(7) }
    const inCoin = { caipNetworkId, name: 'Celo', symbol: 'CELO', decimals: 18, amount: 5n * dollar, priceUsd: dollar }
    const twice = token({ ...inCoin, address, assetId: `${caipNetworkId}/erc20:${address}` })
    return appraise([token({ ...inCoin, assetId: `${caipNetworkId}/slip44:60` }), twice], own)
  }
  const celo = '0x471EcE3750Da237f93B8E339c536989b8978a438'

  it.each([
    ['eip155:42220', celo],
    ['eip155:137', '0x0000000000000000000000000000000000001010'],
    ['eip155:1284', '0x0000000000000000000000000000000000000802'],
    ['eip155:324', '0x000000000000000000000000000000000000800A'],
    ['eip155:1088', '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'],
  ])('on %s is the coin, which is there once', (caipNetworkId, address) => {
    expect(asked(caipNetworkId, address).tokens.map(({ assetId }) => assetId)).toEqual([`${caipNetworkId}/slip44:60`])
  })

  it('tells its price where the coin came without one', () => {
    const own = { ...network, caipNetworkId: 'eip155:42220', reference: '42220' }
    const inCoin = { caipNetworkId: own.caipNetworkId, name: 'Celo', symbol: 'CELO', decimals: 18, amount: 5n * dollar }
    const found = [
      token({ ...inCoin, assetId: 'eip155:42220/slip44:52752' }),
      token({ ...inCoin, priceUsd: dollar, address: celo, assetId: `eip155:42220/erc20:${celo}` }),
    ]
    expect(appraise(found, own)).toMatchObject({ totalUsd: 5n * dollar, tokens: [{ priceUsd: dollar }] })
  })

  it('is no look-alike where it holds the coin for others, as wrapped SOL does', () => {
    const address = 'So11111111111111111111111111111111111111112'
    expect(against(token({ symbol: coin.symbol, address, assetId: `solana:1/token:${address}` }))).toEqual([])
  })

  it('is any other contract elsewhere', () => expect(asked('eip155:1', celo).tokens.length).toBe(2))
})
