/** Properties of a Safe, as it reports them. */
export interface Safe {
  /** EIP-55 checksummed. */
  readonly address: string
  readonly caipNetworkId: string
  readonly owners: readonly string[]
  /** Number of owners that must sign. */
  readonly threshold: number
  /** The visitor is not an owner, so nothing can be signed. */
  readonly isReadOnly: boolean
}
