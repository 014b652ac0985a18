/** Properties of the connected Safe, as reported by the page that embeds the site, such as `https://app.safe.global`. */
export interface Safe {
  /** EIP-55 checksummed. */
  readonly address: string
  readonly caipNetworkId: string
  readonly owners: readonly string[]
  /** Number of owners that must sign. */
  readonly threshold: number
  /** Whether the visitor cannot propose transactions. Owners, proposers, and owners of a Safe that is itself an owner can. */
  readonly isReadOnly: boolean
}
