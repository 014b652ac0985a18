import type { WalletModalError } from '../errors/errors.js'
import type { ToastControls } from '../modal/toasts.js'
import type { Messages } from '../texts/messages.js'
import type { AnyView, Slot } from './token.js'
import { slot } from './token.js'

/** Item of a slot, with the plugin that contributed it. */
export interface Contributed<T> {
  readonly item: T
  /** Name of the plugin. Empty if the modal's services are not loaded yet. */
  readonly owner: string
  /** Reports `PLUGIN_FAILED` and disables the plugin. */
  readonly failed: (error: unknown) => void
}

/** Internals of a modal, for code of the kernel that has only the context of a plugin. */
export interface ModalAccess {
  readonly messages: Messages
  readonly toasts: ToastControls
  /** Names of the plugins, in the order of the site's list. */
  readonly plugins: readonly string[]
  /** Calls `visit` for each item of a slot, in order. Reads no signals. */
  visit<T>(slot: Slot<T>, visit: (item: T, contributed: Omit<Contributed<T>, 'item'>) => void): void
  /** `undefined` if no active plugin registers the view. */
  viewOf(view: AnyView): object | undefined
  report(error: WalletModalError): void
}

/** Added when the services of the modal are loaded. A slot, because each published file that uses it contains a copy of this module. */
export const modalAccess: Slot<ModalAccess> = slot('@wallet-modal/kernel#access')
