import { event, view } from '@wallet-modal/kernel'

/** View with the smart sessions of the account, each with a button that revokes it. */
export const SmartSessionList = view('@wallet-modal/smart-sessions#SmartSessionList')

/** Emitted after the visitor has revoked a smart session. */
export const sessionRevoked = event<{
  /** Id of the session: the permission context of ERC-7715. */
  readonly pci: string
  readonly address: string
  readonly caipNetworkId: string
}>('@wallet-modal/smart-sessions#revoked')
