import { event, view } from '@wallet-modal/kernel'

/** Name of the account, or a button that opens the form to register a name. */
export const ChooseAccountName = view('@wallet-modal/names#ChooseAccountName')

/** Form that registers a name. */
export const RegisterAccountName = view('@wallet-modal/names#RegisterAccountName')

/** Confirmation that a name was registered. */
export const RegisterAccountNameSuccess = view('@wallet-modal/names#RegisterAccountNameSuccess')

/** Emitted after the visitor has registered a name. `name`: with its parent domain. `address`: the account for which it was registered. */
export const nameRegistered = event<{
  readonly name: string
  readonly address: string
  readonly caipNetworkId: string
}>('@wallet-modal/names#registered')
