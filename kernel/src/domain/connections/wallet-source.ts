import { type Slot, slot } from '../../plugins/token.js'

/** Query for wallets of the Connect view. */
export interface WalletQuery {
  /** Page number, from 1. */
  readonly page: number
  /** Wallets per page. */
  readonly entries: number
  /** CAIP-2 ids of the site's networks: only wallets that support one of them are returned. Empty: all wallets. */
  readonly chains: readonly string[]
  /** Wallet ids to include; only these. */
  readonly include?: readonly string[] | undefined
  /** Wallet ids to exclude. */
  readonly exclude?: readonly string[] | undefined
  /** Part of the name. */
  readonly search?: string | undefined
}

/** Local list of wallets. Used if the site has no catalogue service, once the modal is open. */
export interface WalletSource {
  /**
   * Responds in the format of `/getWallets` of the catalogue service: `{ data, count }`. A wallet may have a `browse_link`: its published link for
   * opening a page in its in-app browser, with the placeholder `{url}`, `{urlTwice}`, `{page}` or `{origin}`. The reply is validated.
   */
  find(query: WalletQuery): Promise<unknown>
  /** Picture for `<img src>`: inline, or of the page's own origin. `undefined` for wallets without one, whose initials are drawn. */
  image?(walletId: string): Promise<string | undefined>
}

/** Lists of wallets; the first in order is used. Provided by `@wallet-modal/wallets`. */
export const walletSources: Slot<WalletSource> = slot('@wallet-modal/kernel#walletSources')
