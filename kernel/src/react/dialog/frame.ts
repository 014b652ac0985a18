import type { UiParts } from '../../modal/ui-parts.js'
import { afterPaint } from './after-paint.js'
import { watchBack } from './back.js'
import { cycleFocus, deepActiveElement } from './focus.js'
import { holdScroll } from './hold-scroll.js'

/** The one `<dialog>` of a modal. It stays in the page while it is closed. */
export interface Frame {
  readonly dialog: HTMLDialogElement
  /** Where React draws. */
  readonly stage: HTMLElement
  /** Opens the dialog, where it is not open. */
  show(card: HTMLElement): void
  /** Closes the dialog, where it is open. */
  hide(): void
  /** Moves the focus to what asks for it, else to the card, where it is on nothing that is still there. */
  settleFocus(card: HTMLElement): void
}

const element = (name: string): HTMLElement => {
  const made = document.createElement('div')
  made.className = name
  return made
}

/** Makes a dialog the modal: top layer, inert background, and every way out of it leads through the router and its close guards. */
export function createFrame({ router, signal }: Pick<UiParts, 'router' | 'signal'>, dialog: HTMLDialogElement): Frame {
  const stage = element('wm-stage')
  dialog.prepend(stage)
  let unwatch = (): void => {}
  let pressed: EventTarget | null = null
  /** Closes of our own whose event is still to come: by then the modal may be open again. */
  let closing = 0

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => dialog.addEventListener(type, listener, { signal, passive: false })

  listen('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (event.key === 'Tab') cycleFocus(event, dialog)
    holdScroll(event, dialog)
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation() // the page's own dialogs stay as they are
    router.close()
  })
  listen('pointerdown', (event) => {
    pressed = event.target
  })
  listen('click', (event) => {
    if (event.target === dialog && pressed === dialog) router.close()
  })
  listen('wheel', (event) => holdScroll(event, dialog))
  listen('cancel', (event) => {
    if (event.target !== dialog) return
    event.preventDefault()
    router.close()
  })
  listen('close', () => {
    if (closing > 0) {
      closing--
      return
    }
    if (router.current.peek() && !router.close() && dialog.isConnected) dialog.showModal()
  })

  const settleFocus = (card: HTMLElement): void => {
    const active = deepActiveElement()
    const wanted = card.querySelector<HTMLElement>('[data-autofocus]')
    if (!active || !dialog.contains(active) || active === dialog || (active === card && wanted))
      (wanted ?? card).focus({ preventScroll: true })
  }
  return {
    dialog,
    stage,
    settleFocus,
    show(card) {
      if (dialog.open) return
      const first = card.querySelector('[data-autofocus]') ?? card
      first.setAttribute('autofocus', '')
      dialog.showModal()
      first.removeAttribute('autofocus')
      settleFocus(card)
      unwatch = afterPaint(() => watchBack(router))
    },
    hide() {
      unwatch() // also where the browser closed the dialog itself
      if (!dialog.open) return
      closing++
      dialog.close() // gives the focus back to whoever had it
    },
  }
}
