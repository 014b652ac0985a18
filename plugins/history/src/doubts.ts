import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import { addressEnds, isSameAddress } from '@wallet-modal/kernel/assets'
import { createTokenLikeness, type HeldToken } from './token-likeness.js'

/** A transfer that is worth less, in US dollars with 18 decimals, is dust: a cent. */
const DUST_USD = 10n ** 16n
/** Where no price is known: less than a millionth. */
const DUST_DECIMALS = 6

/**
 * Why an entry may be there to mislead: `spam` the service says so, `zeroValue` nothing was moved, `dust` next to nothing was, `unknownToken`
 * nobody knows what was received, `lookAlike` somebody's address looks like one that the account knows, `lookAlikeToken` what was received
 * looks like a token that the account knows, `twinToken` the account holds such a token, and nothing tells which of the two was received.
 */
export type Doubt = 'spam' | 'zeroValue' | 'dust' | 'unknownToken' | 'lookAlike' | 'lookAlikeToken' | 'twinToken'

/** An entry with what there is to say against it. */
export interface Judged {
  readonly entry: HistoryEntry
  readonly doubts: readonly Doubt[]
  /** Left out until the visitor wants to see it. */
  readonly isHidden: boolean
}

interface Circumstances {
  readonly own: string
  readonly network: Network
  /** Addresses that the account has sent to from this page. */
  readonly receivers: readonly string[]
  /** What the account holds on the network, where that was read. */
  readonly held?: readonly HeldToken[]
}

/** The key of addresses that look the same; those too short to have ends stand for themselves. */
const keyOf = (address: string): string => addressEnds(address) || address

/** Remembers whom the account knows, and tells strangers who look like one of them. */
class Acquaintances {
  readonly #byEnds = new Map<string, string[]>()

  meet(address: string): void {
    const key = keyOf(address)
    const met = this.#byEnds.get(key)
    if (met) met.push(address)
    else this.#byEnds.set(key, [address])
  }

  isLookAlike(address: string | undefined): boolean {
    const met = address === undefined || !addressEnds(address) ? undefined : this.#byEnds.get(keyOf(address))
    return met !== undefined && address !== undefined && !met.some((one) => isSameAddress(one, address))
  }
}

const isToken = ({ kind }: HistoryTransfer): boolean => kind === 'token'
const isOut = ({ direction }: HistoryTransfer): boolean => direction === 'out'

/** Worth by the price that was read, else as a fraction of one token. */
function isDust({ amount, decimals, priceUsd }: HistoryTransfer): boolean {
  if (amount === undefined) return false
  const unit = 10n ** BigInt(decimals)
  return priceUsd === undefined ? amount * 10n ** BigInt(DUST_DECIMALS) < unit : (amount * priceUsd) / unit < DUST_USD
}

/**
 * A token that somebody vouches for: by a price, or by being the coin. A token may bear the coin's symbol, but it has no price where the
 * coin has one. Where nothing has a price, which a test network is like, the lack of one says nothing.
 */
function createKnows(entries: readonly HistoryEntry[], { testnet, nativeCurrency }: Network) {
  const isCoin = ({ symbol }: HistoryTransfer): boolean => symbol === nativeCurrency.symbol
  const priced = entries.flatMap(({ transfers }) => transfers.filter(({ priceUsd }) => priceUsd !== undefined))
  const saysNothing = testnet === true || priced.length === 0
  const isCoinPriced = priced.some(isCoin)
  const counts = (one: HistoryTransfer): boolean => one.symbol !== '' && (one.priceUsd !== undefined || saysNothing)
  return {
    knows: (one: HistoryTransfer): boolean => counts(one) || (isCoin(one) && !isCoinPriced),
    /** Whether moving it makes the receiver known: a symbol alone is anybody's. */
    counts,
  }
}

/**
 * Looks at all entries, the newest first: who was really paid is known only from what came before. Anybody can make a token say that the
 * account has sent it; such a claim vouches for nobody, and is held against what the account paid later too.
 */
export function judge(entries: readonly HistoryEntry[], circumstances: Circumstances): readonly Judged[] {
  const { own, network, receivers, held = [] } = circumstances
  const { knows, counts } = createKnows(entries, network)
  const likenessOf = createTokenLikeness({ transfers: entries.flatMap(({ transfers }) => transfers), held, network })
  const met = new Acquaintances()
  for (const address of [own, ...receivers]) met.meet(address)
  const isOwn = (address: string | undefined): boolean => address !== undefined && isSameAddress(address, own)
  const isReceiver = (address: string): boolean => receivers.some((one) => isSameAddress(one, address))
  const isMade = ({ from, to }: HistoryEntry): boolean => isOwn(from) || (to !== undefined && isReceiver(to))
  const isClaim = (entry: HistoryEntry): boolean => entry.transfers.some(isOut) && !isMade(entry)
  // some sources name who gave, which a token can make up
  const hasPaid = (entry: HistoryEntry): boolean =>
    entry.transfers.some((one) => isToken(one) && isOut(one) && (one.amount ?? 0n) > 0n && counts(one)) && isMade(entry)
  const isAlike = ({ from, to }: HistoryEntry): boolean => [from, to].some((one) => !isOwn(one) && met.isLookAlike(one))
  // a source that does not tell who sent it reads the coin from the chain
  const isVouched = (one: HistoryTransfer, from: string | undefined): boolean =>
    from === undefined ? knows(one) : one.priceUsd !== undefined || network.testnet === true

  const alike = new Set<HistoryEntry>()
  for (const entry of entries.toReversed()) {
    if (isAlike(entry)) alike.add(entry)
    else if (hasPaid(entry) && entry.to !== undefined && entry.status === 'confirmed') met.meet(entry.to)
  }
  return entries.map((entry) => {
    const { transfers, from } = entry
    const moves = transfers.length > 0
    const every = (test: (one: HistoryTransfer) => boolean): boolean => moves && transfers.every(test)
    const isMadeUp = isClaim(entry)
    const isIncoming = every((one) => one.direction === 'in') && !isOwn(from)
    const compared = transfers.filter((one) => one.direction === 'in' || (isMadeUp && isOut(one)))
    const isFake = (one: HistoryTransfer): boolean => compared.includes(one) && likenessOf(one) === true
    const isAlikeToken = compared.some(isFake)
    const checks: Readonly<Record<Doubt, boolean>> = {
      spam: every(({ isSpam }) => isSpam === true),
      zeroValue: every((one) => isToken(one) && one.amount === 0n && one.direction !== 'self'),
      dust: isIncoming && every((one) => isToken(one) && one.amount !== 0n && isDust(one)),
      unknownToken:
        (isIncoming && every((one) => isToken(one) && !knows(one))) ||
        (isMadeUp && every((one) => !isVouched(one, from) || isDust(one))),
      lookAlike: alike.has(entry) || (transfers.some(isOut) && !hasPaid(entry) && isAlike(entry)),
      lookAlikeToken: isAlikeToken,
      twinToken: !isAlikeToken && compared.some((one) => likenessOf(one) === 'perhaps'),
    }
    const doubts = order.filter((doubt) => checks[doubt])
    // what is real beside it is not hidden with it
    const isFakeAlone = every(isFake) || transfers.some((one) => isMadeUp && isOut(one) && isFake(one))
    const hides = doubts.filter((doubt) => doubt !== 'twinToken' && (doubt !== 'lookAlikeToken' || isFakeAlone))
    return { entry, doubts, isHidden: hides.length > 0 && !hasPaid(entry) }
  })
}

const order: readonly Doubt[] = [
  'lookAlike',
  'lookAlikeToken',
  'spam',
  'zeroValue',
  'dust',
  'twinToken',
  'unknownToken',
]
