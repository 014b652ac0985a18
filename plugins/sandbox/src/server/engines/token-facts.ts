/** Metadata of a fungible token, read from its contract or mint. */
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
