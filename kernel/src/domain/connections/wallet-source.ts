import { type Slot, slot } from '../../plugins/token.js'

/** What the Connect view asks a list of wallets for. */
export interface WalletQuery {
  /** Counted from 1. */
  readonly page: number
  /** Wallets a page. */
  readonly entries: number
  /** CAIP-2 ids of the site's networks: wallets that know none of them are left out. Empty: all wallets. */
  readonly chains: readonly string[]
  /** Ids of the list; only these. */
  readonly include?: readonly string[] | undefined
  /** Never these. */
  readonly exclude?: readonly string[] | undefined
  /** A part of the name. */
  readonly search?: string | undefined
}

/** A list of wallets that needs no service. It is asked where the site has no catalogue service, once the modal is open. */
export interface WalletSource {
  /**
   * Answers as `/getWallets` of the catalogue service does: `{ data, count }` with wallets in its wire format. Each may have a `browse_link`: the
   * wallet's published link to open a page in its own browser, with `{url}`, `{urlTwice}`, `{page}` or `{origin}` for the page. Parsed before use.
   */
  find(query: WalletQuery): Promise<unknown>
  /** A picture for `<img src>`: inline, or of the page's own origin. `undefined` for wallets without one, whose initials are drawn. */
  image?(walletId: string): Promise<string | undefined>
}

/** Lists of wallets, by order; the first is asked. `@wallet-modal/wallets` brings one. */
export const walletSources: Slot<WalletSource> = slot('@wallet-modal/kernel#walletSources')
