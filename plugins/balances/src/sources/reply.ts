import { readWith } from '@wallet-modal/kernel'
import { readDecimal, toBaseUnits } from '@wallet-modal/kernel/assets'

/** More entries than anybody scrolls through; what follows is left out. */
const MAX_ENTRIES = 10_000
/** Names are cut later; what is longer is not even looked at. */
const MAX_TEXT = 1000
const MAX_ICON = 100_000
const MAX_DECIMALS = 36
export const PRICE_DECIMALS = 18

/** One holding as the service tells it, with what could be read of it. */
export interface Entry {
  /** CAIP-10; absent for the network's own coin, but for Solana's. */
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

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '')

/** An address that may be shown as a picture: as the views have it, also that of a server on the same machine. */
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

/** `undefined` for an entry that does not say what and how much. */
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
    // the field is always there: 0 says that nobody knows a price
    priceUsd: toBaseUnits(readDecimal(price), PRICE_DECIMALS, { isCut: true }) || undefined,
    iconUrl: iconOf(iconUrl),
    isReported: fieldsOf(flags).is_spam === true,
  }
}

/** `GET /v1/account/{address}/balance` */
export const balancesReply = readWith((reply): readonly Entry[] => {
  const { balances } = fieldsOf(reply)
  if (!Array.isArray(balances)) throw new Error('"balances" is no list')
  return balances.slice(0, MAX_ENTRIES).flatMap((one: unknown) => readEntry(one) ?? [])
})

/** `GET /v1/supported-chains` */
export const supportedReply = readWith((reply): ReadonlySet<string> => {
  const { http } = fieldsOf(reply)
  if (!Array.isArray(http)) throw new Error('"http" is no list')
  return new Set(http.filter((one) => typeof one === 'string'))
})
