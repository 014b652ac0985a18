import { event, view } from '@wallet-modal/kernel'

/** Smart sessions of the account, with a button that revokes each. */
export const SmartSessionList = view('@wallet-modal/smart-sessions#SmartSessionList')

/** A smart session was revoked by this visitor. */
export const sessionRevoked = event<{
  /** Permission context (ERC-7715). */
  readonly pci: string
  readonly address: string
  readonly caipNetworkId: string
}>('@wallet-modal/smart-sessions#revoked')
