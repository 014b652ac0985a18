/** Properties of the connected Safe, as reported by the page that embeds the site, such as `https://app.safe.global`. */
export interface Safe {
  /** EIP-55 checksummed. */
  readonly address: string
  readonly caipNetworkId: string
  readonly owners: readonly string[]
  /** Number of owners that must sign. */
  readonly threshold: number
  /** `false` if the visitor can propose transactions: as an owner, as a proposer, or as an owner of a Safe that is itself an owner. */
  readonly isReadOnly: boolean
}
