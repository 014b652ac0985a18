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

/** A wallet as it was found. Name and icon were written by whoever put it there. */
export interface Found {
  readonly id: string
  readonly name: unknown
  readonly icon?: unknown
  /** `INJECTED` where nothing but its place in the page tells what it is. Default: `ANNOUNCED`. */
  readonly type?: 'ANNOUNCED' | 'INJECTED'
  /** The object behind it. The same object found by two ways is one wallet. */
  readonly identity: object
  /** Its Wallet Standard object, where it has one: the same wallet may speak other namespaces too. */
  readonly standard?: object
  /** Which way is kept: the one that can do more. */
  readonly rank: number
  provider(request: ProviderRequest): Promise<BitcoinProvider>
}

/** Takes what was found; the returned function takes it back. */
export type Offer = (found: Found) => () => void

interface Item {
  readonly found: Found
  readonly connector: Signal<Connector>
  remove(): void
}

const MAX_WALLETS = 100
const nothing = (): void => {
  // what was not listed need not be taken back
}

/** Two registered wallets with one provider inside: one of them has borrowed it, so that the other would not be listed. */
const isRival = (one: Found, other: Found): boolean =>
  one.standard !== undefined && other.standard !== undefined && one.standard !== other.standard

/** Lists each wallet once, by the object behind it. Two objects under one id, or under two that look alike, are both marked: one of them claims to be the other. */
export function createShelf(ctx: Context): Offer {
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
