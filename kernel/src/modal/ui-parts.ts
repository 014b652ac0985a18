import type { Connections } from '../domain/connections/connections.js'
import type { WalletModalError } from '../errors/errors.js'
import type { Slots } from '../plugins/slots.js'
import type { ReadonlySignal } from '../signals.js'
import type { Messages } from '../texts/messages.js'
import type { Host } from './host.js'
import type { RouterControls } from './router.js'
import type { Theme } from './theme.js'
import type { ToastControls } from './toasts.js'

/** The elements of a modal in the page. Made without React, so that a plugin's frame can load before the interface. */
export interface Page {
  readonly host: HTMLElement
  readonly shadow: ShadowRoot
  readonly dialog: HTMLDialogElement
  /** Persistent elements by id, each hidden until a view has room for it. */
  readonly elements: Map<string, HTMLElement>
}

/** Everything the interface draws from. */
export interface UiParts {
  readonly id: string
  readonly slots: Slots
  readonly router: RouterControls
  readonly toasts: ToastControls
  readonly messages: Messages
  readonly host: Host
  readonly theme: ReadonlySignal<Theme>
  readonly locale: ReadonlySignal<string>
  /** Counts refused closes; each one shakes the card. */
  readonly refusals: ReadonlySignal<number>
  readonly connections: Connections
  readonly signal: AbortSignal
  /** The modal's elements in the page, once they are made. */
  readonly page: { made?: Page }
  report(error: WalletModalError): void
}
