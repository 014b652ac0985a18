import type { Connections } from '../domain/connections/connections.js'
import type { WalletModalError } from '../errors/errors.js'
import type { Slots } from '../plugins/slots.js'
import type { ReadonlySignal } from '../signals.js'
import type { Messages } from '../texts/messages.js'
import type { Host } from './host.js'
import type { RouterControls } from './router.js'
import type { Theme } from './theme.js'
import type { ToastControls } from './toasts.js'

/** DOM elements of a modal. Created without React, so that a plugin's iframe can load before the renderer. */
export interface Page {
  readonly host: HTMLElement
  readonly shadow: ShadowRoot
  readonly dialog: HTMLDialogElement
  /** Persistent elements by id. An element is hidden until a view renders a box for it. */
  readonly elements: Map<string, HTMLElement>
}

/** Objects of a modal that its renderer uses. */
export interface UiDependencies {
  readonly id: string
  readonly slots: Slots
  readonly router: RouterControls
  readonly toasts: ToastControls
  readonly messages: Messages
  readonly host: Host
  readonly theme: ReadonlySignal<Theme>
  readonly locale: ReadonlySignal<string>
  /** Number of times that a close guard refused. The card shakes each time. */
  readonly refusals: ReadonlySignal<number>
  readonly connections: Connections
  readonly signal: AbortSignal
  /** The modal's DOM elements, once created. */
  readonly page: { created?: Page }
  report(error: WalletModalError): void
}
