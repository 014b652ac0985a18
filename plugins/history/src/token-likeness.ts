import type { HistoryTransfer, Network, TokenBalance } from '@wallet-modal/kernel'
import { likeness, plainName } from '@wallet-modal/kernel/assets'

/** A token that the account holds, as far as it tells which one was received. */
export type HeldToken = Pick<TokenBalance, 'name' | 'symbol' | 'address' | 'priceUsd' | 'doubts' | 'iconUrl'>

/**
 * What is known of a token by how it calls itself. `false`: nothing speaks against it. `true`: it only looks like one that the account knows.
 * `perhaps`: the account holds both that one and one that looks like it, and nothing tells which of them this is.
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
 * Compares by names and pictures: an entry of the activity does not say by what address a token goes. Somebody vouches for the coin and for
 * what has a price. A token without one is none of them where it is written another way and looks the same; and where activity comes with
 * prices, also where it is written so.
 */
export function createTokenLikeness({ transfers, held, network }: Known): (transfer: HistoryTransfer) => Likeness {
  const sound = held.filter(({ doubts }) => !doubts)
  const doubted = held.filter(({ doubts }) => doubts)
  const listed = transfers.filter((one) => one.kind === 'token' && isPriced(one))
  const priced: readonly Called[] = [...listed, ...sound.filter(isPriced)]
  const vouched = [network.nativeCurrency, ...priced]
  const writings = new Set(vouched.flatMap(textsOf))
  const looks = looksOf(vouched)
  const looksOfPriced = listed.length > 0 ? looksOf(priced) : new Set<string>()
  const judge = (one: HistoryTransfer): Likeness => {
    const twins = doubted.filter((token) => isSameText(token, one))
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
    const found = known.get(key) ?? judge(one)
    known.set(key, found)
    return found
  }
}
