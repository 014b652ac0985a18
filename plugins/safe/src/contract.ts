/** Properties of a Safe, as the Safe's page reports them. */
export interface Safe {
  /** EIP-55 checksummed. */
  readonly address: string
  readonly caipNetworkId: string
  readonly owners: readonly string[]
  /** Number of owners that must sign. */
  readonly threshold: number
  /** Whether the visitor is not an owner and so cannot sign anything. */
  readonly isReadOnly: boolean
}
