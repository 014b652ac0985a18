import { type Connector, view } from '@wallet-modal/kernel'

/** The wallets to connect with, and other ways in. */
export const Connect = view('@wallet-modal/connect#Connect')

/** A connection under way with an installed wallet. It is started by whoever shows this. */
export const ConnectingExternal = view('@wallet-modal/connect#ConnectingExternal')

/** The wallet block of the Connect view. */
export const Wallets = view('@wallet-modal/connect#Wallets')

/** The wallets alone, where `collapseWallets` puts them behind one row of Connect. */
export const ConnectWallets = view('@wallet-modal/connect#ConnectWallets')

/** Every wallet there is, with a search. */
export const AllWallets = view('@wallet-modal/connect#AllWallets')

/** One way to reach a wallet: a connector and the CAIP-2 namespace to connect in. */
export interface Way {
  readonly connector: Connector
  readonly namespace: string
}

/** Asks which chain family to connect a wallet of several with. */
export const ConnectingMultiChain = view<{ readonly ways: readonly Way[] }>(
  '@wallet-modal/connect#ConnectingMultiChain',
)

/** The checkbox that has to be ticked before connecting. */
export const Legal = view('@wallet-modal/connect#Legal')

/** Where to get one wallet. */
export const Downloads = view<{ readonly wallet: CatalogueWallet }>('@wallet-modal/connect#Downloads')

/** Help for those who do not know what a wallet is. */
export const WhatIsAWallet = view('@wallet-modal/connect#WhatIsAWallet')

/** Wallets to get, for those who have none. */
export const GetWallet = view('@wallet-modal/connect#GetWallet')

/** A wallet as the catalogue lists it, in the field's wire format. */
export interface CatalogueWallet {
  readonly id: string
  readonly name: string
  /** `certified` or `none`, as the catalogue service says. */
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
   * The wallet's published https link that opens a page in its own browser. `{url}` stands for the page's address, encoded; `{urlTwice}` for the same
   * encoded twice, `{page}` for the address without its scheme, `{origin}` for the encoded origin.
   */
  readonly browse_link?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly chrome_store?: string | undefined
}
