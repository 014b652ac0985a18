import type { UiDependencies } from '../../modal/ui-dependencies.js'
import { enterPage, pageOf } from '../../page/persistent-elements.js'
import { afterPaint } from './after-paint.js'
import { watchBack } from './back.js'
import { cycleFocus, deepActiveElement } from './focus.js'
import { holdScroll } from './hold-scroll.js'

/** The modal's `<dialog>`. It stays in the page while closed. */
export interface Frame {
  readonly dialog: HTMLDialogElement
  /** Container of the React root. */
  readonly container: HTMLElement
  /** Opens the dialog if it is closed. */
  show(card: HTMLElement): void
  /** Closes the dialog if it is open. */
  hide(): void
  /**
   * If no element inside the dialog has the focus, for example because the focused element was removed, focuses the view's preferred element
   * (`data-autofocus`), or the card if there is none. If the card has the focus, moves the focus to the preferred element.
   */
  settleFocus(card: HTMLElement): void
}

/** Keeps Tab and scroll keys inside the dialog. Escape closes the modal. */
function handleKey(event: KeyboardEvent, dialog: HTMLElement, router: UiDependencies['router']): void {
  if (event.defaultPrevented || event.isComposing) return
  if (event.key === 'Tab') cycleFocus(event, dialog)
  holdScroll(event, dialog)
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation() // keeps the page's own dialogs open
  router.close()
}

function settleFocus(dialog: HTMLElement, card: HTMLElement): void {
  const active = deepActiveElement()
  const preferredElement = card.querySelector<HTMLElement>('[data-autofocus]')
  if (!active || !dialog.contains(active) || active === dialog || (active === card && preferredElement))
    (preferredElement ?? card).focus({ preventScroll: true })
}

type Listen = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) => void

/** Closes the modal after a press and a click beside the card. */
function closeOnClick(dialog: HTMLElement, router: UiDependencies['router'], listen: Listen): void {
  let pressed: EventTarget | null = null
  listen('pointerdown', (event) => {
    pressed = event.target
  })
  listen('click', (event) => {
    if (event.target === dialog && pressed === dialog) router.close()
  })
}

/** Makes a dialog modal: top layer, inert background. Every request to close it goes to the router, which calls the close guards. */
export function createFrame(ui: UiDependencies): Frame {
  const { router, signal } = ui
  const { host, dialog } = pageOf(ui)
  const container = document.createElement('div')
  container.className = 'wm-stage'
  dialog.prepend(container)
  let stopWatchingBack = (): void => {}
  /** Number of calls of `dialog.close()` in `hide` whose `close` event is pending. The modal may be open again when the event arrives. */
  let pendingCloseEvents = 0

  const listen: Listen = (type, listener) => dialog.addEventListener(type, listener, { signal, passive: false })
  const onKey = (event: KeyboardEvent): void => handleKey(event, dialog, router)

  listen('keydown', onKey)
  // keys go to the page's body after the focused element of a view was removed or disabled
  addEventListener('keydown', (event) => dialog.open && event.target === document.body && onKey(event), { signal })
  closeOnClick(dialog, router, listen)
  listen('wheel', (event) => holdScroll(event, dialog))
  listen('cancel', (event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    router.close()
  })
  listen('close', () => {
    if (pendingCloseEvents > 0) {
      pendingCloseEvents--
      return
    }
    if (router.current.peek() && !router.close() && dialog.isConnected) dialog.showModal()
  })

  return {
    dialog,
    container,
    settleFocus: (card) => settleFocus(dialog, card),
    show(card) {
      if (dialog.open) return
      enterPage(ui) // the site may have emptied the page since the view was opened, and `showModal` would throw
      host.removeAttribute('aria-hidden') // an open dialog of the site may have hidden the modal with this attribute
      const initialFocus = card.querySelector('[data-autofocus]') ?? card
      initialFocus.setAttribute('autofocus', '')
      dialog.showModal()
      initialFocus.removeAttribute('autofocus')
      settleFocus(dialog, card)
      stopWatchingBack = afterPaint(() => watchBack(router))
    },
    hide() {
      stopWatchingBack() // needed even if the browser has closed the dialog
      if (!dialog.open) return
      pendingCloseEvents++
      dialog.close() // returns the focus to the previously focused element
    },
  }
}
