import { event, view } from '@wallet-modal/kernel'

/** List of the account's smart sessions, each with a button that revokes the session. */
export const SmartSessionList = view('@wallet-modal/smart-sessions#SmartSessionList')

/** Emitted after the visitor has revoked a smart session. `pci` is the id of the session: the permission context of ERC-7715. */
export const sessionRevoked = event<{
  readonly pci: string
  readonly address: string
  readonly caipNetworkId: string
}>('@wallet-modal/smart-sessions#revoked')
