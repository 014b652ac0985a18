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
  /** `INJECTED` if it is known only by its path. Default: `ANNOUNCED`. */
  readonly type?: 'ANNOUNCED' | 'INJECTED'
  /** Wallet object. The same object found in two ways is one wallet. */
  readonly identity: object
  /** Its Wallet Standard object, if any: the same wallet may support other namespaces. */
  readonly standard?: object
  /** Priority among several findings of one wallet: the more capable interface wins. */
  readonly rank: number
  provider(request: ProviderRequest): Promise<BitcoinProvider>
}

/** Adds a discovered wallet; returns a function that removes it. */
export type Offer = (found: DiscoveredWallet) => () => void

interface Item {
  readonly found: DiscoveredWallet
  readonly connector: Signal<Connector>
  remove(): void
}

const MAX_WALLETS = 100
const nothing = (): void => {
  // it was not listed, so there is nothing to remove
}

/** Two registered wallets contain the same provider: one of them copied it to hide the other. */
const isRival = (one: DiscoveredWallet, other: DiscoveredWallet): boolean =>
  one.standard !== undefined && other.standard !== undefined && one.standard !== other.standard

/**
 * Lists each wallet once, by its object. Two objects with the same or look-alike ids are both marked as duplicates: one of them may be an imitation.
 */
export function createWalletList(ctx: Context): Offer {
  const items: Item[] = []
  let listed = 0

  const drop = (item: Item): void => {
    const at = items.indexOf(item)
    if (at < 0) return
    items.splice(at, 1)
    item.remove()
  }
  return (found) => {
    const name = plainName(found.name)
    const same = items.filter((item) => item.found.identity === found.identity)
    const rivals = same.filter((item) => isRival(item.found, found))
    const isKnown = rivals.length === 0 && same.some((item) => item.found.rank >= found.rank)
    if (name === undefined || items.length >= MAX_WALLETS || isKnown) return nothing
    for (const item of same) if (item.found.rank < found.rank) drop(item)
    const icon = plainIcon(found.icon)
    const twins = items.filter((item) => rivals.includes(item) || likeness(item.found.id) === likeness(found.id))
    const connector = signal<Connector>({
      id: twins.length === 0 ? found.id : `${found.id}#${listed}`,
      name,
      type: found.type ?? 'ANNOUNCED',
      isInstalled: true,
      namespaces: ['bip122'],
      ...(icon !== undefined && { icon }),
      ...(found.standard && { identity: found.standard }),
      ...(twins.length > 0 && { suspicious: true }),
      provider: (request) => found.provider(request),
    })
    for (const twin of twins) twin.connector.value = { ...twin.connector.peek(), suspicious: true }
    const item: Item = { found, connector, remove: ctx.add(connectors, connector) }
    items.push(item)
    listed++
    return () => drop(item)
  }
}
