import type { WalletRecord } from '@wallet-modal/gateway/server'

export type { WalletRecord } from '@wallet-modal/gateway/server'

/** Catalogue wallet with additional fields of the sandbox. */
export interface CatalogueWallet extends WalletRecord {
  /** Logo as SVG markup. If absent, the initials of the name are drawn. */
  readonly mark?: string
  /** Background of the initials, `#rrggbb`. */
  readonly color: string
}
