import type { Announcement } from '../plan.js'
import { showEthereum } from './ethereum.js'
import { showInjected } from './injected.js'
import { type Ask, createLink, type Link } from './link.js'
import { showStandard } from './standard.js'

/** Wallets of a page, by id. */
export interface PageWallets {
  /** Emits an event of a wallet to the page's listeners. */
  emit(id: string, event: string, payload: unknown): void
  /** Number of listeners that the page has added to a wallet. */
  listeners(id: string): number
}

const announce: Readonly<Record<Announcement['namespace'], (of: Announcement, link: Link) => unknown>> = {
  eip155: showEthereum,
  solana: showStandard,
  bip122: showStandard,
  polkadot: showInjected,
}

/** Adds wallets to the page. Announces each as its chain family does (EIP-6963, Wallet Standard or `injectedWeb3`). */
export function showWallets(announcements: readonly Announcement[], ask: Ask): PageWallets {
  const links = new Map<string, Link>()
  for (const announcement of announcements) {
    const link = createLink(announcement, ask)
    links.set(announcement.id, link)
    const show = (): unknown => announce[announcement.namespace](announcement, link)
    if (announcement.announceAfterMs === undefined) show()
    else setTimeout(show, announcement.announceAfterMs)
  }
  return {
    emit: (id, event, payload) => links.get(id)?.emit(event, payload),
    listeners: (id) => links.get(id)?.listeners() ?? 0,
  }
}
