import type { Route } from '../../modal/router.js'
import type { ReadonlySignal, Signal } from '../../signals.js'
import type { Translate } from '../../texts/i18n.js'
import type { Frame } from './frame.js'

/** The interface before it is in the page. */
export interface Prepared {
  readonly host: HTMLElement
  readonly frame: Frame
  /** What the card holds: once the interface is mounted, what the router says, and for a moment longer. */
  readonly shown: Signal<Route | null>
  /** What most likely opens first; drawn unseen until something is shown. */
  readonly ahead: Signal<Route | null>
  /** Draws for the first time. */
  draw(): void
  /** The kernel's own texts: another function for another language, so that everybody who reads texts draws anew. */
  readonly texts: ReadonlySignal<Translate>
}
