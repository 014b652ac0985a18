import { type Connector, view } from '@wallet-modal/kernel'

/** Wallets and other connection methods. */
export const Connect = view('@wallet-modal/connect#Connect')

/** Progress of connecting an installed wallet. The caller of the view starts the connection. */
export const ConnectingExternal = view('@wallet-modal/connect#ConnectingExternal')

/** The wallet block of the Connect view. */
export const Wallets = view('@wallet-modal/connect#Wallets')

/** Wallet list without the other connection methods. With the option `collapseWallets`, a row of Connect opens it. */
export const ConnectWallets = view('@wallet-modal/connect#ConnectWallets')

/** All wallets, with a search. */
export const AllWallets = view('@wallet-modal/connect#AllWallets')

/** Connector with the CAIP-2 namespace to connect. */
export interface ConnectorChoice {
  readonly connector: Connector
  readonly namespace: string
}

/** Choice of the chain family, for a wallet that supports several. */
export const ConnectingMultiChain = view<{ readonly choices: readonly ConnectorChoice[] }>(
  '@wallet-modal/connect#ConnectingMultiChain',
)

/** Checkbox that must be ticked before connecting. */
export const Legal = view('@wallet-modal/connect#Legal')

/** Download links of one wallet. */
export const Downloads = view<{ readonly wallet: CatalogueWallet }>('@wallet-modal/connect#Downloads')

/** Explains what a wallet is. */
export const WhatIsAWallet = view('@wallet-modal/connect#WhatIsAWallet')

/** Wallets to install, for visitors who have none. */
export const GetWallet = view('@wallet-modal/connect#GetWallet')

/** Wallet as returned by the catalogue API. */
export interface CatalogueWallet {
  readonly id: string
  readonly name: string
  /** `certified` or `none`, as set by the catalogue service. */
  readonly badge_type?: string | undefined
  readonly image_id?: string | undefined
  readonly image_url?: string | undefined
  readonly rdns?: string | undefined
  /** CAIP-2 ids. */
  readonly chains?: readonly string[] | undefined
  readonly homepage?: string | undefined
  readonly mobile_link?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  /**
   * The wallet's published https link that opens a page in its in-app browser. Placeholders: `{url}`, the page's URL encoded; `{urlTwice}`, the same
   * encoded twice; `{page}`, the URL without scheme; `{origin}`, the encoded origin.
   */
  readonly browse_link?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly chrome_store?: string | undefined
}
