import { type Connector, type ConnectParams, view } from '@wallet-modal/kernel'

/** View with the wallets and other connection methods. With the parameter `namespace`, only the wallets and methods of this chain family. */
export const Connect = view<ConnectParams | undefined>('@wallet-modal/connect#Connect')

/** View with the progress of a connection that the visitor started by a click in the wallet list. Without such a connection, the view is empty. */
export const ConnectingExternal = view('@wallet-modal/connect#ConnectingExternal')

/** Block with the wallets in the view {@link Connect}. */
export const Wallets = view('@wallet-modal/connect#Wallets')

/** View with the wallets only. With the option `collapseWallets`, a row of {@link Connect} opens this view. */
export const ConnectWallets = view<ConnectParams | undefined>('@wallet-modal/connect#ConnectWallets')

/** View with all wallets and a search. With the parameter `namespace`, only the wallets of this chain family. */
export const AllWallets = view<ConnectParams | undefined>('@wallet-modal/connect#AllWallets')

/** Connector with the CAIP-2 namespace to connect. */
export interface ConnectorChoice {
  readonly connector: Connector
  readonly namespace: string
}

/**
 * View in which the visitor chooses the chain family of a wallet that supports several families. Each item of `choices` has a `connector` and the
 * CAIP-2 `namespace` to connect.
 */
export const ConnectingMultiChain = view<{ readonly choices: readonly ConnectorChoice[] }>(
  '@wallet-modal/connect#ConnectingMultiChain',
)

/** Block with the checkbox of `legalCheckbox` or, without this option, with the links to `termsUrl` and `privacyUrl`. */
export const Legal = view('@wallet-modal/connect#Legal')

/** View with the download links of one wallet. */
export const Downloads = view<{ readonly wallet: CatalogueWallet }>('@wallet-modal/connect#Downloads')

/** View that explains what a wallet is. */
export const WhatIsAWallet = view('@wallet-modal/connect#WhatIsAWallet')

/** View with wallets to install, for visitors without a wallet. */
export const GetWallet = view('@wallet-modal/connect#GetWallet')

/** Wallet as returned by the catalogue API. */
export interface CatalogueWallet {
  readonly id: string
  readonly name: string
  /** `certified` or `none`, as set by the catalogue service. */
  readonly badge_type?: string | undefined
  /** Id of the picture at the catalogue service. */
  readonly image_id?: string | undefined
  /** `https:` or `data:image/`. Takes precedence over `image_id`. */
  readonly image_url?: string | undefined
  /** Reverse domain name (EIP-6963). */
  readonly rdns?: string | undefined
  /** CAIP-2 ids. */
  readonly chains?: readonly string[] | undefined
  readonly homepage?: string | undefined
  /** Link of the mobile app: a scheme such as `zephyr://` or a universal link such as `https://zephyr.example`. */
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  /**
   * The wallet's published https link that opens a page in its in-app browser. Placeholders: `{url}`, the encoded URL of the page; `{urlTwice}`, the
   * URL encoded twice; `{page}`, the URL without scheme; `{origin}`, the encoded origin.
   */
  readonly browse_link?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly chrome_store?: string | undefined
}
