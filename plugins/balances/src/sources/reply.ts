import { readWith } from '@wallet-modal/kernel'
import { fieldsOf, readDecimal, textOf, toBaseUnits } from '@wallet-modal/kernel/assets'

/** Upper bound on entries (protects against a hostile service). */
const MAX_ENTRIES = 10_000
/** Maximum length of an image URL, in characters. */
const MAX_ICON = 100_000
const MAX_DECIMALS = 36
export const PRICE_DECIMALS = 18

/** Balance in a reply of the service. `priceUsd` and `iconUrl` are `undefined` if they are missing or invalid. */
export interface Entry {
  /** CAIP-10 id; `undefined` for native coins, except Solana's. */
  readonly account: string | undefined
  readonly caipNetworkId: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
  readonly priceUsd: bigint | undefined
  readonly iconUrl: string | undefined
  readonly isReported: boolean
}

/** Image URL that the views accept: `https:`, `data:image/`, or `http:` on localhost and 127.0.0.1. Otherwise `undefined`. */
export const iconOf = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  value.length <= MAX_ICON &&
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/]|data:image\/)/.test(value)
    ? value
    : undefined

function decimalsOf(value: unknown): number | undefined {
  const read = toBaseUnits(readDecimal(value), 0)
  return read !== undefined && read <= MAX_DECIMALS ? Number(read) : undefined
}

/** Parses one entry; `undefined` if its network, decimals or amount is missing or invalid, or if its address is not a string. */
function readEntry(value: unknown): Entry | undefined {
  const { name, symbol, chainId, address, price, quantity, iconUrl, flags } = fieldsOf(value)
  const { decimals: places, numeric } = fieldsOf(quantity)
  const decimals = decimalsOf(places)
  const amount = decimals === undefined ? undefined : toBaseUnits(readDecimal(numeric), decimals)
  if (typeof chainId !== 'string' || decimals === undefined || amount === undefined) return undefined
  if (address !== undefined && address !== null && typeof address !== 'string') return undefined
  return {
    account: address ?? undefined,
    caipNetworkId: chainId,
    name: textOf(name),
    symbol: textOf(symbol),
    decimals,
    amount,
    // the field is always present: 0 means that the price is unknown
    priceUsd: toBaseUnits(readDecimal(price), PRICE_DECIMALS, { truncate: true }) || undefined,
    iconUrl: iconOf(iconUrl),
    isReported: fieldsOf(flags).is_spam === true,
  }
}

/** Parses the reply of `GET /v1/account/{address}/balance`. */
export const balancesReply = readWith((reply): readonly Entry[] => {
  const { balances } = fieldsOf(reply)
  if (!Array.isArray(balances)) throw new Error('"balances" is not a list')
  return balances.slice(0, MAX_ENTRIES).flatMap((one: unknown) => readEntry(one) ?? [])
})

/** Parses the reply of `GET /v1/supported-chains`: CAIP-2 ids. */
export const supportedReply = readWith((reply): ReadonlySet<string> => {
  const { http } = fieldsOf(reply)
  if (!Array.isArray(http)) throw new Error('"http" is not a list')
  return new Set(http.filter((one) => typeof one === 'string'))
})
