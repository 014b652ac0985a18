import type { Route } from '../../modal/router.js'
import type { ReadonlySignal, Signal } from '../../signals.js'
import type { Translate } from '../../texts/i18n.js'
import type { Frame } from './frame.js'

/** Interface before it is mounted. */
export interface PreparedInterface {
  readonly host: HTMLElement
  readonly frame: Frame
  /** Content of the card: once mounted, the router's view, which stays briefly after closing. */
  readonly shown: Signal<Route | null>
  /** View that is likely to open first; rendered invisibly until a view is opened. */
  readonly ahead: Signal<Route | null>
  /** Renders for the first time. */
  draw(): void
  /** The kernel's texts. The function changes with the language, so that all readers re-render. */
  readonly texts: ReadonlySignal<Translate>
}
