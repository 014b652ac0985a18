import { FIAT_DECIMALS, fieldsOf, readDecimal, textOf, toBaseUnits } from '@wallet-modal/kernel/assets'

const MAX_DECIMALS = 36
const MAX_URL = 2000

const matching =
  (pattern: RegExp) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

export const hashOf = matching(/^0x[\da-fA-F]{64}$/)
const addressText = matching(/^0x[\da-fA-F]{40}$/)
const digitsOf = matching(/^\d{1,78}$/)

/** Address of an account or contract in Blockscout's format: `{ hash }`. */
export const addressOf = (value: unknown): string | undefined => addressText(fieldsOf(value).hash)

/** Parses an unsigned integer of up to 78 digits, which Blockscout returns as text. `undefined` for other values. */
export const amountOf = (value: unknown): bigint | undefined => {
  const digits = digitsOf(value)
  return digits === undefined ? undefined : BigInt(digits)
}

/** US dollars with 18 decimals; `undefined` if the price is unknown or 0. */
export const priceOf = (value: unknown): bigint | undefined =>
  toBaseUnits(readDecimal(value), FIAT_DECIMALS, { truncate: true }) || undefined

/** Image URL that the views accept: `https:`, `data:image/`, or `http:` on localhost and 127.0.0.1. Otherwise `undefined`. */
export const pictureOf = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  value.length <= MAX_URL &&
  /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/]|data:image\/)/.test(value)
    ? value
    : undefined

/** Token contract, parsed from Blockscout's record. */
export interface Contract {
  /** In any letter case. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  /** Absent if Blockscout reports none, or more than 36. */
  readonly decimals?: number
  /** Blockscout's name of the token standard, such as `ERC-20`; empty if missing. */
  readonly standard: string
  /** US dollars with 18 decimals. */
  readonly priceUsd?: bigint
  readonly iconUrl?: string
  /** Marked as scam by Blockscout. */
  readonly isReported: boolean
}

/**
 * Parses Blockscout's record of a token contract; `undefined` without an address. Before Blockscout 8, the field `address_hash` was named `address`.
 */
export function contractOf(value: unknown): Contract | undefined {
  const {
    address_hash,
    address: formerAddress,
    name,
    symbol,
    decimals,
    type,
    exchange_rate,
    icon_url,
    reputation,
  } = fieldsOf(value)
  const address = addressText(address_hash ?? formerAddress)
  if (address === undefined) return undefined
  const count = amountOf(decimals)
  const [priceUsd, iconUrl] = [priceOf(exchange_rate), pictureOf(icon_url)]
  return {
    ...{ address, name: textOf(name), symbol: textOf(symbol), standard: textOf(type) },
    ...(count !== undefined && count <= MAX_DECIMALS && { decimals: Number(count) }),
    ...(priceUsd !== undefined && { priceUsd }),
    ...(iconUrl !== undefined && { iconUrl }),
    isReported: reputation === 'scam',
  }
}
