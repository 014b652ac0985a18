import { event, view } from '@wallet-modal/kernel'

/** Name of the account, or the way to one. */
export const ChooseAccountName = view('@wallet-modal/names#ChooseAccountName')

/** Form of the registration of a name. */
export const RegisterAccountName = view('@wallet-modal/names#RegisterAccountName')

/** Shown once a name is registered. */
export const RegisterAccountNameSuccess = view('@wallet-modal/names#RegisterAccountNameSuccess')

/** A name was registered for an account of this visitor. */
export const nameRegistered = event<{
  readonly name: string
  readonly address: string
  readonly caipNetworkId: string
}>('@wallet-modal/names#registered')
