import type { Route } from '../../modal/router.js'
import type { ReadonlySignal, Signal } from '../../signals.js'
import type { Translate } from '../../texts/i18n.js'
import type { Frame } from './frame.js'

/** Renderer of a modal: its elements and React root, which can be created before they are inserted into the page. */
export interface PreparedRenderer {
  readonly host: HTMLElement
  readonly frame: Frame
  /** Route that the card displays. After `mount`, follows the router's route. Becomes `null` shortly after the modal has closed. */
  readonly openRoute: Signal<Route | null>
  /** Route that is likely to open first. It is rendered invisibly until a view is opened. */
  readonly nextRoute: Signal<Route | null>
  /** Renders the root component. Has no effect after the first call. */
  draw(): void
  /** The kernel's texts. The function changes with the language, so that all readers re-render. */
  readonly texts: ReadonlySignal<Translate>
}
