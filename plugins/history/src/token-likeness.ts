import type { HistoryTransfer, Network, TokenBalance } from '@wallet-modal/kernel'
import { likeness, plainName } from '@wallet-modal/kernel/assets'

/** Properties of a held token that identify it in an entry. */
export type HeldToken = Pick<TokenBalance, 'name' | 'symbol' | 'address' | 'priceUsd' | 'spamFlags' | 'iconUrl'>

/**
 * Result of comparing a token with held ones. `false`: no look-alike. `true`: looks like a token that the account knows. `perhaps`: the account
 * holds both that token and a look-alike, and the entry does not tell which of them this is.
 */
export type Likeness = boolean | 'perhaps'

interface Known {
  readonly transfers: readonly HistoryTransfer[]
  readonly held: readonly HeldToken[]
  readonly network: Network
}

type Called = Pick<HeldToken, 'name' | 'symbol'>

const textsOf = ({ name, symbol }: Called): readonly string[] => [name, symbol].filter((text) => text !== '')
const lookOf = (text: string): string => likeness(plainName(text) ?? '')
const looksOf = (tokens: readonly Called[]): ReadonlySet<string> =>
  new Set(
    tokens
      .flatMap(textsOf)
      .map(lookOf)
      .filter((look) => look !== ''),
  )
const isSameText = (one: Called, other: Called): boolean => one.name === other.name && one.symbol === other.symbol
const isPriced = ({ priceUsd }: Pick<HeldToken, 'priceUsd'>): boolean => priceUsd !== undefined

/**
 * Compares names and pictures, because entries have no token addresses. The coin and tokens with a price are trusted. A token without a price is a
 * look-alike if it is spelled differently and looks the same; if the activity has prices, also if it is spelled the same.
 */
export function createTokenLikeness({ transfers, held, network }: Known): (transfer: HistoryTransfer) => Likeness {
  const sound = held.filter(({ spamFlags }) => !spamFlags)
  const flagged = held.filter(({ spamFlags }) => spamFlags)
  const listed = transfers.filter((one) => one.kind === 'token' && isPriced(one))
  const priced: readonly Called[] = [...listed, ...sound.filter(isPriced)]
  const vouched = [network.nativeCurrency, ...priced]
  const writings = new Set(vouched.flatMap(textsOf))
  const looks = looksOf(vouched)
  const looksOfPriced = listed.length > 0 ? looksOf(priced) : new Set<string>()
  const flagEntries = (one: HistoryTransfer): Likeness => {
    const twins = flagged.filter((token) => isSameText(token, one))
    if (twins.length > 0) {
      const originals = sound.filter((token) => isSameText(token, one))
      const isPictured = ({ iconUrl }: HeldToken): boolean => iconUrl !== undefined && iconUrl === one.imageUrl
      if (originals.length === 0 || twins.some(isPictured)) return true
      return originals.some(isPictured) ? false : 'perhaps'
    }
    return textsOf(one).some((text) => (writings.has(text) ? looksOfPriced : looks).has(lookOf(text)))
  }
  const known = new Map<string, Likeness>()
  return (one) => {
    if (one.kind !== 'token' || one.priceUsd !== undefined) return false
    const key = JSON.stringify([one.name, one.symbol, one.imageUrl])
    const found = known.get(key) ?? flagEntries(one)
    known.set(key, found)
    return found
  }
}
