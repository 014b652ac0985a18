import { type Slot, slot } from '../../plugins/token.js'

/** Query of the Connect view for one page of wallets. */
export interface WalletQuery {
  /** Page number, from 1. */
  readonly page: number
  /** Wallets per page. */
  readonly entries: number
  /** CAIP-2 ids of the site's networks: only wallets that support one of them are returned. Empty: all wallets. */
  readonly chains: readonly string[]
  /** If set, only wallets with these ids are returned. */
  readonly include?: readonly string[] | undefined
  /** Wallet ids to exclude. */
  readonly exclude?: readonly string[] | undefined
  /** Text that a wallet's name must contain. */
  readonly search?: string | undefined
}

/** Wallet list that a plugin provides. Used if the site has no catalogue service. */
export interface WalletSource {
  /**
   * Resolves to a reply in the format of `/getWallets` of the catalogue service: `{ data, count }`. The caller validates the reply. A wallet may have
   * a `browse_link`: its published https link for opening a page in its in-app browser. Placeholders in the link are replaced: `{url}` by the page's
   * encoded URL, `{urlTwice}` by this URL encoded twice, `{page}` by the URL without `https://`, `{origin}` by the page's encoded origin. The first
   * placeholder must be `{url}`, `{urlTwice}` or `{page}`. Other links are ignored.
   */
  find(query: WalletQuery): Promise<unknown>
  /**
   * Value for `<img src>`: a `data:` URL, or a URL of the page's own origin. `undefined` if the wallet has no picture: the modal then displays
   * initials.
   */
  image?(walletId: string): Promise<string | undefined>
}

/** Lists of wallets, such as the list of `@wallet-modal/wallets`. If the site has no catalogue service, the first list in order is used. */
export const walletSources: Slot<WalletSource> = slot('@wallet-modal/kernel#walletSources')
