import { readDecimal } from '@wallet-modal/kernel/assets'
import { extension, hasScaledAmounts, type Mint, viewOf } from './token-layout.js'

/*
 * Displayed amounts of Token-2022 mints: the amount on the chain, multiplied by a factor and rounded down to the mint's decimals. This file computes
 * with bigints. Nodes and wallets compute with floating-point numbers, so their results are not exact.
 */

/** Positive fraction. */
interface Factor {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Length of a year in the interest formula of Token-2022: 365.24 days, in seconds. */
const YEAR = 31_556_736n
/** Rates are in basis points: 10,000 are 100 %. */
const ONE_IN_BPS = 10_000n
/** Fixed-point scale of the powers of e. */
const ONE = 10n ** 40n
/** Upper bound on the exponent of e. A rate of 100 % reaches it after 200 years. */
const MAX_EXPONENT = 200n
/** Upper bound on displayed amounts. A mint can have a multiplier with 300 digits. */
const MAX_DISPLAYED = 2n ** 128n

/** Multiplier of the extension "scaled UI amount". The extension contains the previous multiplier, and a new multiplier with its start time. */
function multiplierOf(data: Uint8Array, seconds: bigint): Factor | undefined {
  if (data.length < 56) return undefined
  const view = viewOf(data)
  const isNew = view.getBigInt64(40, true) <= seconds
  // uses the shortest decimal text of the number, as nodes and explorers do
  const multiplier = readDecimal(view.getFloat64(isNew ? 48 : 32, true))
  if (!multiplier || multiplier.amount === 0n) return undefined
  return { numerator: multiplier.amount, denominator: 10n ** BigInt(multiplier.decimals) }
}

/** e to the power of `numerator / denominator`, multiplied by {@link ONE}. Computed from the Taylor series. Neither parameter may be negative. */
function power(numerator: bigint, denominator: bigint): bigint {
  let [sum, term] = [0n, ONE]
  for (let at = 1n; term > 0n; at++) {
    sum += term
    term = (term * numerator) / (denominator * at)
  }
  return sum
}

/** Growth by the extension "interest-bearing": continuous compounding at the average rate until the last rate update, then at the current rate. */
function growthOf(data: Uint8Array, seconds: bigint): Factor | undefined {
  if (data.length < 52) return undefined
  const view = viewOf(data)
  const [start, updated] = [view.getBigInt64(32, true), view.getBigInt64(42, true)]
  const [before, since] = [view.getInt16(40, true), view.getInt16(50, true)].map(BigInt) as [bigint, bigint]
  const exponent = before * (updated - start) + since * (seconds - updated)
  const denominator = ONE_IN_BPS * YEAR
  const absolute = exponent < 0n ? -exponent : exponent
  if (absolute > MAX_EXPONENT * denominator) return undefined
  const grown = power(absolute, denominator)
  return exponent < 0n ? { numerator: ONE, denominator: grown } : { numerator: grown, denominator: ONE }
}

function factorOf({ extensions }: Mint, seconds: bigint): Factor | undefined {
  const [scaled, interest] = [extensions.get(extension.scaledAmount), extensions.get(extension.interestBearing)]
  if (scaled && interest) return undefined // the program allows only one of the two
  if (scaled) return multiplierOf(scaled, seconds)
  return interest && growthOf(interest, seconds)
}

/**
 * Amount as wallets display it, in base units, rounded down. `undefined` for a mint whose amounts are not scaled, `unknown` if the scaled amount
 * cannot be computed. `now`: milliseconds since 1970.
 */
export function scaledAmountOf(mint: Mint, amount: bigint, now: number): bigint | 'unknown' | undefined {
  if (!hasScaledAmounts(mint)) return undefined
  const factor = factorOf(mint, BigInt(Math.floor(now / 1000)))
  if (!factor) return 'unknown'
  const displayed = (amount * factor.numerator) / factor.denominator
  return displayed > MAX_DISPLAYED ? 'unknown' : displayed
}
