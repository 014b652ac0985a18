import { type AssetToken, view } from '@wallet-modal/kernel'

export interface ExchangeParams {
  /** An ERC-20 token of the active network. */
  readonly token: AssetToken
  /** In base units. */
  readonly amount: bigint
}

/** Approves and exchanges an amount of a token. */
export const Exchange = view<ExchangeParams>('wallet-modal-plugin-exchange#Exchange')
