import { formatUnits } from 'viem'
import { ExactNumber } from './exact-json.js'
import { invalid } from './http.js'

/** Decimals of a price in US dollars. */
export const PRICE_DECIMALS = 18

/** Converts US dollars with {@link PRICE_DECIMALS} decimals to a JSON number with all digits. */
export const inDollars = (price: bigint): ExactNumber => new ExactNumber(formatUnits(price, PRICE_DECIMALS))

/** Throws `INVALID_REQUEST` for currencies other than US dollars. */
export function expectUsdollars(currency: string | undefined): void {
  if (currency !== undefined && currency.toLowerCase() !== 'usd') throw invalid('Prices are in "usd" only.')
}
