/** A fungible token as its contract or mint tells of itself. */
export interface TokenFacts {
  /** In the chain's canonical writing. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface TokenHolding extends TokenFacts {
  /** In base units. */
  readonly amountBase: bigint
}
