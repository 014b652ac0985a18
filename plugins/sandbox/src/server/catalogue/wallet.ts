/** A wallet as `/getWallets` sends it. A field that is not known for sure is absent. */
export interface WalletRecord {
  /** A slug, stable but local to the sandbox: the ids of a hosted catalogue are others. */
  readonly id: string
  readonly name: string
  readonly image_id: string
  readonly order: number
  readonly badge_type: 'certified' | 'none'
  readonly homepage: string
  /** CAIP-2 ids. */
  readonly chains?: readonly string[]
  /** The reverse domain name that the wallet announces (EIP-6963). */
  readonly rdns?: string
  readonly mobile_link?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
}

/** A wallet of the catalogue with what the sandbox needs besides the record. */
export interface CatalogueWallet extends WalletRecord {
  /** Colour of the drawn mark, `#rrggbb`. */
  readonly color: string
  /** Namespaces in which the wallet's owner can add networks by hand, and so the local ones. */
  readonly addsNetworks?: readonly string[]
}
