import { type Context, readWith, type TokenBalance } from '@wallet-modal/kernel'
import { coinAssetId, fieldsOf, isDecimals, readDecimal, toBaseUnits } from '@wallet-modal/kernel/assets'
import type { AppraisedTokens } from './flags/appraise.js'
import { iconOf } from './sources/reply.js'

/** Storage key of the last balances, newest first. */
const KEY = 'holdings'
/** Maximum number of stored entries. Each contains the balances of one account on one network. */
export const MAX_ACCOUNTS = 4
export const MAX_TOKENS = 100
/** Maximum length of a stored icon URL. A `data:` URL is usually longer. */
const MAX_ICON = 300
const MAX_TEXT = 200

/** Balances of an account at one time. */
export interface Reading extends AppraisedTokens {
  /** Milliseconds since 1970. */
  readonly readAt: number
  /** Whether the tokens were listed by the Blockchain API (`service`) or read from the chain. */
  readonly source: 'service' | 'chain'
  /** Whether more tokens were read than are stored. */
  readonly isPart?: boolean
}

interface StoredReading extends Reading {
  readonly key: string
}

const spamFlags = ['lookAlike', 'hiddenText', 'reported'] as const

const expectText = (value: unknown, minLength = 0): string => {
  if (typeof value === 'string' && value.length >= minLength && value.length <= 2 * MAX_TEXT) return value
  throw new Error('a text is missing or too long')
}
const wholeOf = (value: unknown): bigint => {
  const read = toBaseUnits(readDecimal(value), 0)
  if (read === undefined) throw new Error('an amount is not a whole number')
  return read
}
/** Object with the field `key`, or an empty object if `value` is absent. */
const optionalField = <K extends string, T>(
  key: K,
  value: unknown,
  read: (value: unknown) => T,
): { readonly [key in K]?: T } => (value === undefined ? {} : ({ [key]: read(value) } as { readonly [key in K]: T })) // TypeScript cannot infer a computed key

function readToken(value: unknown): TokenBalance {
  const { assetId, caipNetworkId, address, name, symbol, decimals, iconUrl, amount, priceUsd, valueUsd, ...rest } =
    fieldsOf(value)
  if (!isDecimals(decimals)) throw new Error('"decimals" is missing or wrong')
  const chain = expectText(caipNetworkId, 1)
  const flags = Array.isArray(rest.spamFlags) ? spamFlags.filter((one) => Object(rest.spamFlags).includes(one)) : []
  return {
    assetId: expectText(assetId, 1),
    caipNetworkId: chain,
    name: expectText(name),
    symbol: expectText(symbol),
    decimals,
    amount: wholeOf(amount),
    ...optionalField('address', address, expectText),
    ...optionalField('iconUrl', iconOf(iconUrl), expectText),
    ...optionalField('priceUsd', priceUsd, wholeOf),
    ...optionalField('valueUsd', valueUsd, wholeOf),
    ...(flags.length > 0 && { spamFlags: flags }),
    ...(rest.isFrozen === true && { isFrozen: true }),
    ...optionalField('scaledAmount', rest.scaledAmount, (one) => (one === 'unknown' ? one : wholeOf(one))),
  }
}

const schema = readWith((storedList): readonly StoredReading[] => {
  if (!Array.isArray(storedList)) throw new Error('the stored balances are not a list')
  return storedList.slice(0, MAX_ACCOUNTS).map((one: unknown) => {
    const { key, readAt, source, isPart, tokens, totalUsd } = fieldsOf(one)
    if (typeof readAt !== 'number' || !Array.isArray(tokens))
      throw new Error('"readAt" or "tokens" is missing or wrong')
    return {
      key: expectText(key, 1),
      readAt,
      source: source === 'service' ? 'service' : 'chain',
      isPart: isPart === true,
      tokens: tokens.slice(0, MAX_TOKENS).map(readToken),
      ...optionalField('totalUsd', totalUsd, wholeOf),
    }
  })
})

const short = (text: string): string => text.slice(0, MAX_TEXT)

const toStored = (key: string, { tokens, isPart, ...reading }: Reading): StoredReading => ({
  key,
  ...reading,
  isPart: isPart === true || tokens.length > MAX_TOKENS,
  tokens: tokens.slice(0, MAX_TOKENS).map(({ iconUrl, name, symbol, ...token }) => ({
    ...token,
    name: short(name),
    symbol: short(symbol),
    ...(iconUrl !== undefined && iconUrl.length <= MAX_ICON && { iconUrl }),
  })),
})

/** Converts bigints to decimal text, because JSON has no bigints. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? one.toString() : one)))

export interface StoredHoldings {
  read(key: string): Reading | undefined
  write(key: string, reading: Reading): void
  /** Keeps only the entries with a key for which `matches` returns `true`. */
  keepOnly(matches: (key: string) => boolean): void
  /** Calls `run` when the storage was cleared, by `modal.forget()` or by another tab. */
  onWiped(run: () => void): void
}

/** Stores the last {@link MAX_ACCOUNTS} results across page loads, so that the Account view can display balances immediately. */
export function createStoredHoldings({ storage, networks }: Context): StoredHoldings {
  /** Replaces the stored id of the network's coin, which the site may have changed, by the current id. */
  const withCoinId = (token: TokenBalance): TokenBalance => {
    const network = networks.peek().find(({ caipNetworkId }) => caipNetworkId === token.caipNetworkId)
    return network && token.address === undefined ? { ...token, assetId: coinAssetId(network) } : token
  }
  const readAll = (): readonly StoredReading[] => storage.get(KEY, schema) ?? []
  const writeAll = (readings: readonly StoredReading[]): void => {
    if (readings.length > 0) storage.set(KEY, plain(readings))
    else storage.remove(KEY)
  }
  return {
    read(key) {
      const found = readAll().find((one) => one.key === key)
      return found && { ...found, tokens: found.tokens.map(withCoinId) }
    },
    write: (key, reading) =>
      writeAll([toStored(key, reading), ...readAll().filter((one) => one.key !== key)].slice(0, MAX_ACCOUNTS)),
    keepOnly(matches) {
      const before = readAll()
      const after = before.filter(({ key }) => matches(key))
      if (after.length < before.length) writeAll(after)
    },
    onWiped(run) {
      storage.watch(KEY, () => {
        if (storage.get(KEY, schema) === null) run()
      })
    },
  }
}
