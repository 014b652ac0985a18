/** Metadata of a fungible token, read from the chain (contract, mint or pallet). */
export interface TokenMetadata {
  /** In the chain's canonical form. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface TokenHolding extends TokenMetadata {
  /** In base units. */
  readonly amountBase: bigint
}
