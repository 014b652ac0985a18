import { describe, expect, it } from 'vitest'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../programs.js'
import { scaledAmountOf } from './scaled-amount.js'
import { readMint } from './token-layout.js'
import { CHANGE, CREATION, interest, mintWith, scaled } from './token-layout.test.fixtures.js'

const [INTEREST, SCALED] = [10, 25]
const YEAR = 31_556_736n
const millis = (seconds: bigint): number => Number(seconds) * 1000

function scaledBy(kind: number, data: Uint8Array, amount: bigint, seconds: bigint = CHANGE) {
  const mint = readMint(TOKEN_2022_PROGRAM, mintWith(kind, data))
  return scaledAmountOf(mint ?? expect.fail('is no mint'), amount, millis(seconds))
}

describe('the displayed amount of a mint with a multiplier', () => {
  it('uses the new multiplier from its start time on', () => {
    expect(scaledBy(SCALED, scaled(2, 5), 1_000_001n, CHANGE - 1n)).toBe(2_000_002n)
    expect(scaledBy(SCALED, scaled(2, 5), 1_000_001n)).toBe(5_000_005n)
    expect(scaledBy(SCALED, scaled(1, 5), 7n, CHANGE - 1n)).toBe(7n)
  })

  it.each<[string, number, bigint, bigint]>([
    ['exact for decimals that floating-point numbers cannot represent', 0.3, 10_000_000n, 3_000_000n],
    ['exact for amounts above 2^53', 1.1, 2n ** 64n - 10n, ((2n ** 64n - 10n) * 11n) / 10n],
    ['rounded down', 1.0029, 9_999n, 10_027n],
    ['0 if it is below the smallest unit', 1e-9, 999_999_999n, 0n],
    ['correct for multipliers with an exponent', 1e-7, 30_000_000n, 3n],
    ['correct for large multipliers', 1e21, 3n, 3n * 10n ** 21n],
  ])('is %s', (_, multiplier, amount, displayed) => {
    expect(scaledBy(SCALED, scaled(multiplier, multiplier), amount)).toBe(displayed)
  })

  it.each<[string, Uint8Array]>([
    ['truncated', scaled(2, 2).slice(0, 55)],
    ['no number', scaled(Number.NaN, Number.NaN)],
    ['infinite', scaled(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)],
    ['0', scaled(0, 0)],
    ['negative', scaled(-2, -2)],
    ['so large that nobody could read the amount', scaled(1e300, 1e300)],
    ['so large that the amount has more than 128 bits', scaled(1e39, 1e39)],
  ])('is unknown if the multiplier is %s', (_, data) => {
    expect(scaledBy(SCALED, data, 7n)).toBe('unknown')
  })
})

describe('the displayed amount of a mint that bears interest', () => {
  const [digits, whole] = [10n ** 18n, 10n ** 18n]

  it('grows by a power of e', () => {
    // e^0.05, e^-0.05 and e^1
    expect(scaledBy(INTEREST, interest(0, 500), digits, CHANGE + YEAR)).toBe(1_051_271_096_376_024_039n)
    expect(scaledBy(INTEREST, interest(0, -500), digits, CHANGE + YEAR)).toBe(951_229_424_500_714_009n)
    expect(scaledBy(INTEREST, interest(0, 10_000), digits, CHANGE + YEAR)).toBe(2_718_281_828_459_045_235n)
  })

  it('includes the interest before the last change of the rate', () => {
    const seconds = CHANGE - CREATION
    const expected = Math.exp((0.03 * Number(seconds) + 0.05 * Number(YEAR)) / Number(YEAR))
    const displayed = scaledBy(INTEREST, interest(300, 500), whole, CHANGE + YEAR)
    expect(Number(displayed) / Number(whole)).toBeCloseTo(expected, 12)
  })

  it('stays the same without time or without a rate', () => {
    expect(scaledBy(INTEREST, interest(0, 500), whole)).toBe(whole)
    expect(scaledBy(INTEREST, interest(300, -300), whole, 2n * CHANGE - CREATION)).toBe(whole)
  })

  it.each<[string, Uint8Array, bigint]>([
    ['the data are truncated', interest(0, 500).slice(0, 51), CHANGE],
    ['the growth is absurd', interest(0, 32_767), CHANGE + 100n * YEAR],
    ['the decline is absurd', interest(0, -32_768), CHANGE + 100n * YEAR],
  ])('is unknown if %s', (_, data, seconds) => {
    expect(scaledBy(INTEREST, data, 7n, seconds)).toBe('unknown')
  })
})

describe('the displayed amount', () => {
  it.each<[string, number, Uint8Array]>([
    ['a multiplier of one', SCALED, scaled(1, 1)],
    ['no interest', INTEREST, interest(0, 0)],
  ])('is the amount on the chain for a mint with %s', (_, kind, data) => {
    expect(scaledBy(kind, data, 7n)).toBeUndefined()
  })

  it('is the amount on the chain for a mint of the first token program', () => {
    const mint = readMint(TOKEN_PROGRAM, mintWith(SCALED, scaled(5, 5)).slice(0, 82))
    expect(scaledAmountOf(mint ?? expect.fail('is no mint'), 7n, 0)).toBeUndefined()
  })

  it('is unknown for a mint with a multiplier and interest, which the program does not allow', () => {
    const one = readMint(TOKEN_2022_PROGRAM, mintWith(SCALED, scaled(5, 5))) ?? expect.fail('is no mint')
    const extensions = new Map([...one.extensions, [INTEREST, interest(0, 500)] as const])
    expect(scaledAmountOf({ ...one, extensions }, 7n, millis(CHANGE))).toBe('unknown')
  })
})
