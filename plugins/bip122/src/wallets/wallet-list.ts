import {
  type Connector,
  type Context,
  connectors,
  type ProviderRequest,
  type Signal,
  signal,
} from '@wallet-modal/kernel'
import { likeness, plainIcon, plainName } from '@wallet-modal/kernel/discovery'
import type { BitcoinProvider } from '../contract.js'

/** Discovered wallet. Name and icon are untrusted. */
export interface DiscoveredWallet {
  readonly id: string
  readonly name: unknown
  readonly icon?: unknown
  /** `INJECTED` for a wallet found by its path in `window`. Default: `ANNOUNCED`. */
  readonly type?: 'ANNOUNCED' | 'INJECTED'
  /** Wallet object. The list has one entry per object, except for copies (see `isCopy`). */
  readonly identity: object
  /** The wallet's Wallet Standard object, if it has one. Adapters of other namespaces receive the same object. */
  readonly standard?: object
  /** Priority if one wallet is discovered through several interfaces. Higher for a more capable interface. */
  readonly rank: number
  provider(request: ProviderRequest): Promise<BitcoinProvider>
}

/** Adds a discovered wallet; returns a function that removes it. */
export type AddWallet = (wallet: DiscoveredWallet) => () => void

interface ListedWallet {
  readonly wallet: DiscoveredWallet
  readonly connector: Signal<Connector>
  remove(): void
}

const MAX_WALLETS = 100
const noop = (): void => {
  // the wallet was not listed
}

/**
 * Whether two wallets with the same `identity` are different Wallet Standard objects. If so, one of them is an imitation that has copied the provider
 * of the real wallet.
 */
const isCopy = (one: DiscoveredWallet, other: DiscoveredWallet): boolean =>
  one.standard !== undefined && other.standard !== undefined && one.standard !== other.standard

/**
 * Lists each wallet object once, with its highest `rank`. Exception: lists all copies (see `isCopy`). Marks copies, and wallets with the same or
 * look-alike ids, as suspicious, because each of them may be an imitation.
 */
export function createWalletList(ctx: Context): AddWallet {
  const items: ListedWallet[] = []
  let listedCount = 0

  const removeItem = (item: ListedWallet): void => {
    const at = items.indexOf(item)
    if (at < 0) return
    items.splice(at, 1)
    item.remove()
  }
  return (wallet) => {
    const name = plainName(wallet.name)
    const same = items.filter((item) => item.wallet.identity === wallet.identity)
    const copies = same.filter((item) => isCopy(item.wallet, wallet))
    const isListed = copies.length === 0 && same.some((item) => item.wallet.rank >= wallet.rank)
    if (name === undefined || items.length >= MAX_WALLETS || isListed) return noop
    for (const item of same) if (item.wallet.rank < wallet.rank) removeItem(item)
    const icon = plainIcon(wallet.icon)
    const duplicates = items.filter((item) => copies.includes(item) || likeness(item.wallet.id) === likeness(wallet.id))
    const connector = signal<Connector>({
      id: duplicates.length === 0 ? wallet.id : `${wallet.id}#${listedCount}`,
      name,
      type: wallet.type ?? 'ANNOUNCED',
      isInstalled: true,
      namespaces: ['bip122'],
      ...(icon !== undefined && { icon }),
      ...(wallet.standard && { identity: wallet.standard }),
      ...(duplicates.length > 0 && { suspicious: true }),
      provider: (request) => wallet.provider(request),
    })
    for (const duplicate of duplicates) duplicate.connector.value = { ...duplicate.connector.peek(), suspicious: true }
    const item: ListedWallet = { wallet, connector, remove: ctx.add(connectors, connector) }
    items.push(item)
    listedCount++
    return () => removeItem(item)
  }
}
