import { event, view } from '@wallet-modal/kernel'

/** View with the name of the account. If the account has no name, the view has a button that opens {@link RegisterAccountName}. */
export const ChooseAccountName = view('@wallet-modal/names#ChooseAccountName')

/** View with the form to register a name. */
export const RegisterAccountName = view('@wallet-modal/names#RegisterAccountName')

/** View that confirms a registration. */
export const RegisterAccountNameSuccess = view('@wallet-modal/names#RegisterAccountNameSuccess')

/** Emitted after the visitor has registered a name. `name`: the name with its parent domain. `address`: the address of the account. */
export const nameRegistered = event<{
  readonly name: string
  readonly address: string
  readonly caipNetworkId: string
}>('@wallet-modal/names#registered')
