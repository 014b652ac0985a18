import type { WalletRecord } from '@wallet-modal/gateway/server'

export type { WalletRecord } from '@wallet-modal/gateway/server'

/** A wallet of the catalogue with what the sandbox needs besides the record. */
export interface CatalogueWallet extends WalletRecord {
  /** An SVG file. When absent, the initials of the name are drawn. */
  readonly mark?: string
  /** Behind the initials, `#rrggbb`. */
  readonly color: string
}
