import type { Announcement } from '../plan.js'
import { announceEthereum } from './ethereum.js'
import { announceInjected } from './injected.js'
import { type Ask, createLink, type Link } from './link.js'
import { announceStandard } from './standard.js'

/** Wallets of a page, by id. */
export interface PageWallets {
  /** Emits an event of a wallet to the page's listeners. */
  emit(id: string, event: string, payload: unknown): void
  /** Number of listeners that the page has added to a wallet. */
  listeners(id: string): number
}

const announceByNamespace: Readonly<Record<Announcement['namespace'], (of: Announcement, link: Link) => unknown>> = {
  eip155: announceEthereum,
  solana: announceStandard,
  bip122: announceStandard,
  polkadot: announceInjected,
}

/**
 * Adds wallets to the page and announces them as their chain families do (EIP-6963, Wallet Standard, `injectedWeb3`). A legacy EVM wallet only becomes
 * `window.ethereum`.
 */
export function announceWallets(announcements: readonly Announcement[], ask: Ask): PageWallets {
  const links = new Map<string, Link>()
  for (const announcement of announcements) {
    const link = createLink(announcement, ask)
    links.set(announcement.id, link)
    const announce = (): unknown => announceByNamespace[announcement.namespace](announcement, link)
    if (announcement.announceAfterMs === undefined) announce()
    else setTimeout(announce, announcement.announceAfterMs)
  }
  return {
    emit: (id, event, payload) => links.get(id)?.emit(event, payload),
    listeners: (id) => links.get(id)?.listeners() ?? 0,
  }
}
