import type { TokenSource, WalletConnection } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { SourceToken } from '../flags/source-token.js'
import type { Entry } from './reply.js'
import { SOLANA_COIN } from './service-coins.js'

/** Number of entries that are processed before other tasks of the page may run. */
const SLICE = 100
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Whether an entry is a coin. The service returns Solana's coin with or without the network before its address, and other coins without an address.
 */
const isCoin = ({ account, caipNetworkId }: Entry): boolean =>
  account === undefined ||
  (caipNetworkId.startsWith('solana:') && [SOLANA_COIN, `${caipNetworkId}:${SOLANA_COIN}`].includes(account))

interface IdentifyContext {
  readonly active: WalletConnection
  /** Token source of the chain family, which converts token addresses to CAIP-19 ids. */
  readonly source: Pick<TokenSource, 'assetNamespace' | 'parseTokenAddress'> | undefined
}

/** The network's coin, with the name from the site's configuration. `undefined` if the decimals differ from those of the network. */
function asCoin({ network }: WalletConnection, { decimals, ...entry }: Entry): SourceToken | undefined {
  if (!network || decimals !== network.nativeCurrency.decimals) return undefined
  const { caipNetworkId, amount, priceUsd } = entry
  const iconUrl = network.imageUrl ?? entry.iconUrl
  return {
    assetId: coinAssetId(network),
    caipNetworkId,
    ...network.nativeCurrency,
    amount,
    ...(priceUsd !== undefined && { priceUsd }),
    ...(iconUrl !== undefined && { iconUrl }),
  }
}

async function asToken({ active, source }: IdentifyContext, entry: Entry): Promise<SourceToken | undefined> {
  if (!source || entry.amount === 0n) return undefined
  try {
    const { caipNetworkId, account = '' } = entry
    if (!account.startsWith(`${caipNetworkId}:`)) return undefined
    const text = account.slice(caipNetworkId.length + 1)
    const address = source.parseTokenAddress ? source.parseTokenAddress(text) : await active.adapter.parseAddress(text)
    if (address === undefined) return undefined
    const { name, symbol, decimals, amount, priceUsd, iconUrl, isReported } = entry
    return {
      assetId: `${caipNetworkId}/${source.assetNamespace}:${address}`,
      caipNetworkId,
      address,
      name,
      symbol,
      decimals,
      amount,
      isReported,
      ...(priceUsd !== undefined && { priceUsd }),
      ...(iconUrl !== undefined && { iconUrl }),
    }
  } catch {
    return undefined // not an address of this chain: skip the entry and keep the others
  }
}

/**
 * Converts entries to tokens with CAIP-19 ids, without duplicates. Ignores entries of other chains, entries with invalid addresses, tokens with an
 * amount of 0, and a coin whose decimals differ from those of the network's coin.
 */
export async function identify(entries: readonly Entry[], context: IdentifyContext): Promise<readonly SourceToken[]> {
  const tokensById = new Map<string, SourceToken>()
  for (const [at, entry] of entries.entries()) {
    if (at % SLICE === SLICE - 1) await nextTask()
    if (entry.caipNetworkId !== context.active.caipNetworkId) continue
    const token = isCoin(entry) ? asCoin(context.active, entry) : await asToken(context, entry)
    if (token && !tokensById.has(token.assetId)) tokensById.set(token.assetId, token)
  }
  return [...tokensById.values()]
}
