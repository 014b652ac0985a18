import type { HistoryEntry, HistoryTransfer, Network } from '@wallet-modal/kernel'
import { addressEnds, isCoinOf, isSameAddress } from '@wallet-modal/kernel/assets'
import { createTokenLikeness, type HeldToken } from './token-likeness.js'

/** Transfers worth less than this are dust: one cent, in US dollars with 18 decimals. */
const DUST_USD = 10n ** 16n
/** Without a price, less than a millionth of a token is dust. */
const DUST_DECIMALS = 6

/**
 * Flags of a possibly misleading entry.
 * - `spam`: reported by the service
 * - `zeroValue`: transferred nothing
 * - `dust`: the account received only negligible amounts
 * - `unknownToken`: another account sent only unknown tokens, or token contracts faked outgoing transfers of unknown tokens or negligible amounts
 * - `lookAlike`: an address looks like one that the account knows
 * - `lookAlikeToken`: another account transferred a token that looks like one that the account knows
 * - `twinToken`: the account holds a token and its look-alike, and the entry does not tell which one was transferred
 */
export type SpamFlag = 'spam' | 'zeroValue' | 'dust' | 'unknownToken' | 'lookAlike' | 'lookAlikeToken' | 'twinToken'

/** An entry with its spam flags. */
export interface FlaggedEntry {
  readonly entry: HistoryEntry
  readonly spamFlags: readonly SpamFlag[]
  /** Whether the entry is hidden until the visitor displays hidden entries. */
  readonly isHidden: boolean
}

interface AccountContext {
  /** Address of the account. */
  readonly own: string
  readonly network: Network
  /** Receivers of the account's transfers that this site has stored in this browser. */
  readonly receivers: readonly string[]
  /** Balances of the account on the network, if they were read. */
  readonly heldTokens?: readonly HeldToken[]
}

/** Key that is equal for look-alike addresses; very short addresses are their own key. */
const keyOf = (address: string): string => addressEnds(address) || address

/** Addresses that the account knows. Detects other addresses that look like a known address. */
class KnownAddresses {
  readonly #byEnds = new Map<string, string[]>()

  add(address: string): void {
    const key = keyOf(address)
    const alike = this.#byEnds.get(key)
    if (alike) alike.push(address)
    else this.#byEnds.set(key, [address])
  }

  isLookAlike(address: string | undefined): boolean {
    const alike = address === undefined || !addressEnds(address) ? undefined : this.#byEnds.get(keyOf(address))
    return alike !== undefined && address !== undefined && !alike.some((one) => isSameAddress(one, address))
  }
}

const isToken = ({ kind }: HistoryTransfer): boolean => kind === 'token'
const isOut = ({ direction }: HistoryTransfer): boolean => direction === 'out'

/** Compares the value in US dollars or, without a price, the amount. */
function isDust({ amount, decimals, priceUsd }: HistoryTransfer): boolean {
  if (amount === undefined) return false
  const unit = 10n ** BigInt(decimals)
  return priceUsd === undefined ? amount * 10n ** BigInt(DUST_DECIMALS) < unit : (amount * priceUsd) / unit < DUST_USD
}

/**
 * Trusts the native coin, and tokens that have a symbol and a price. On test networks, and if no token has a price, trusts all tokens with a symbol.
 * If the source reports no asset id, the coin is recognized by its symbol, which any token can use. So if the coin has a price, transfers with the
 * coin's symbol but without a price are not trusted.
 */
function createTokenTrust(entries: readonly HistoryEntry[], network: Network) {
  const { caipNetworkId, testnet, nativeCurrency } = network
  const isCoin = ({ symbol, assetId }: HistoryTransfer): boolean =>
    assetId === undefined ? symbol === nativeCurrency.symbol : isCoinOf(caipNetworkId, assetId)
  const pricedTransfers = entries.flatMap(({ transfers }) => transfers.filter(({ priceUsd }) => priceUsd !== undefined))
  const ignoresPrices = testnet === true || pricedTransfers.length === 0
  const isCoinPriced = pricedTransfers.some(isCoin)
  const isReliable = (one: HistoryTransfer): boolean =>
    one.symbol !== '' && (one.priceUsd !== undefined || ignoresPrices)
  return {
    isTrusted: (one: HistoryTransfer): boolean => isReliable(one) || (isCoin(one) && !isCoinPriced),
    /** Whether an outgoing transfer makes its receiver a known address. The coin's symbol alone is not enough. */
    isReliable,
  }
}

/**
 * Flags entries. `entries` must be sorted newest first. A receiver counts as known if the account has paid it before. A token contract can log a
 * transfer that the account never made; such an entry does not make its receiver known.
 */
export function flagEntries(entries: readonly HistoryEntry[], account: AccountContext): readonly FlaggedEntry[] {
  const { own, network, receivers, heldTokens = [] } = account
  const { isTrusted, isReliable } = createTokenTrust(entries, network)
  const likenessOf = createTokenLikeness({
    transfers: entries.flatMap(({ transfers }) => transfers),
    heldTokens,
    network,
  })
  const knownAddresses = new KnownAddresses()
  for (const address of [own, ...receivers]) knownAddresses.add(address)
  const isOwn = (address: string | undefined): boolean => address !== undefined && isSameAddress(address, own)
  const isReceiver = (address: string): boolean => receivers.some((one) => isSameAddress(one, address))
  const isByAccount = ({ from, to }: HistoryEntry): boolean => isOwn(from) || (to !== undefined && isReceiver(to))
  const isUnsentOutgoing = (entry: HistoryEntry): boolean => entry.transfers.some(isOut) && !isByAccount(entry)
  // the sender alone is no proof: some sources report the sender that the token contract logged, which the contract can fake
  const hasPaid = (entry: HistoryEntry): boolean =>
    entry.transfers.some((one) => isToken(one) && isOut(one) && (one.amount ?? 0n) > 0n && isReliable(one)) &&
    isByAccount(entry)
  const hasLookAlike = ({ from, to }: HistoryEntry): boolean =>
    [from, to].some((one) => !isOwn(one) && knownAddresses.isLookAlike(one))
  // some sources read the coin's transfers from the chain and do not know the sender: the coin is then trusted without a price
  const isVerified = (one: HistoryTransfer, from: string | undefined): boolean =>
    from === undefined ? isTrusted(one) : one.priceUsd !== undefined || network.testnet === true

  const alike = new Set<HistoryEntry>()
  for (const entry of entries.toReversed()) {
    if (hasLookAlike(entry)) alike.add(entry)
    else if (hasPaid(entry) && entry.to !== undefined && entry.status === 'confirmed') knownAddresses.add(entry.to)
  }
  return entries.map((entry) => {
    const { transfers, from } = entry
    const every = (test: (one: HistoryTransfer) => boolean): boolean => transfers.length > 0 && transfers.every(test)
    const isFakeOutgoing = isUnsentOutgoing(entry)
    const isIncoming = every((one) => one.direction === 'in') && !isOwn(from)
    const comparedTransfers = transfers.filter((one) => one.direction === 'in' || (isFakeOutgoing && isOut(one)))
    const isFake = (one: HistoryTransfer): boolean => comparedTransfers.includes(one) && likenessOf(one) === true
    const isAlikeToken = comparedTransfers.some(isFake)
    const checks: Readonly<Record<SpamFlag, boolean>> = {
      spam: every(({ isSpam }) => isSpam === true),
      zeroValue: every((one) => isToken(one) && one.amount === 0n && one.direction !== 'self'),
      dust: isIncoming && every((one) => isToken(one) && one.amount !== 0n && isDust(one)),
      unknownToken:
        (isIncoming && every((one) => isToken(one) && !isTrusted(one))) ||
        (isFakeOutgoing && every((one) => !isVerified(one, from) || isDust(one))),
      lookAlike: alike.has(entry) || (transfers.some(isOut) && !hasPaid(entry) && hasLookAlike(entry)),
      lookAlikeToken: isAlikeToken,
      twinToken: !isAlikeToken && comparedTransfers.some((one) => likenessOf(one) === 'perhaps'),
    }
    const spamFlags = flagOrder.filter((spamFlag) => checks[spamFlag])
    // received look-alike tokens hide the entry only if all its transfers are look-alikes; a faked outgoing look-alike always hides it
    const isHiddenByFakes = every(isFake) || transfers.some((one) => isFakeOutgoing && isOut(one) && isFake(one))
    const hidingFlags = spamFlags.filter(
      (spamFlag) => spamFlag !== 'twinToken' && (spamFlag !== 'lookAlikeToken' || isHiddenByFakes),
    )
    return { entry, spamFlags, isHidden: hidingFlags.length > 0 && !hasPaid(entry) }
  })
}

/** The flags in display order: lists show only the first flag of an entry. */
const flagOrder: readonly SpamFlag[] = [
  'lookAlike',
  'lookAlikeToken',
  'spam',
  'zeroValue',
  'dust',
  'twinToken',
  'unknownToken',
]
