import type { WalletRecord as ListedRecord } from '@wallet-modal/wallets/list'

/** A wallet as `/getWallets` sends it. A field that is not known for sure is absent. */
export interface WalletRecord extends ListedRecord {
  readonly image_id: string
  readonly order: number
  readonly badge_type: 'certified' | 'none'
}

/** A wallet of the catalogue with what the sandbox needs besides the record. */
export interface CatalogueWallet extends WalletRecord {
  /** An SVG file. When absent, the initials of the name are drawn. */
  readonly mark?: string
  /** Behind the initials, `#rrggbb`. */
  readonly color: string
  /** Namespaces in which the wallet's owner can add networks by hand, and so the local ones. */
  readonly addsNetworks?: readonly string[]
}
