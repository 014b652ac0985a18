/** Metadata of a fungible token, read from the chain (contract, mint or pallet). */
export interface TokenFacts {
  /** In the chain's canonical form. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface TokenHolding extends TokenFacts {
  /** In base units. */
  readonly amountBase: bigint
}
