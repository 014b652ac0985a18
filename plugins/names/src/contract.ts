import { event, view } from '@wallet-modal/kernel'

/** Name of the account, or a button that registers one. */
export const ChooseAccountName = view('@wallet-modal/names#ChooseAccountName')

/** Form that registers a name. */
export const RegisterAccountName = view('@wallet-modal/names#RegisterAccountName')

/** View that is shown after a name was registered. */
export const RegisterAccountNameSuccess = view('@wallet-modal/names#RegisterAccountNameSuccess')

/** Emitted after a name was registered for an account of this visitor. */
export const nameRegistered = event<{
  readonly name: string
  readonly address: string
  readonly caipNetworkId: string
}>('@wallet-modal/names#registered')
