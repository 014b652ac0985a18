/** What a Safe says of itself. */
export interface Safe {
  /** EIP-55 checksummed. */
  readonly address: string
  readonly caipNetworkId: string
  readonly owners: readonly string[]
  /** How many of the owners must sign. */
  readonly threshold: number
  /** The visitor is none of the owners: nothing can be signed. */
  readonly isReadOnly: boolean
}
