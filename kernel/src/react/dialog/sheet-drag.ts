import type { RouterControls } from '../../modal/router.js'

/** A drag over more than this distance closes the sheet. */
const FAR_PX = 96
/** A drag over more than 24 px also closes the sheet if it is faster than this. */
const FAST_PX_PER_MS = 0.6

/** Media query for screens on which the card is a sheet. */
const PHONE = '(max-width: 430px)'

interface Sheet {
  readonly card: HTMLElement
  readonly header: HTMLElement
  readonly router: RouterControls
  reducesMotion(): boolean
}

/** Lets the visitor close the sheet by dragging its header down, until `signal` is aborted. */
export function dragToClose({ card, header, router, reducesMotion }: Sheet, signal: AbortSignal): void {
  let drag: { readonly y: number; readonly at: number; readonly id: number } | undefined

  const moveTo = (offset: number): void => card.style.setProperty('--wm-drag', `${offset}px`)
  const settle = (offset: number): void => {
    moveTo(0)
    if (!reducesMotion())
      card.animate([{ transform: `translateY(${offset}px)` }, { transform: 'none' }], {
        duration: 200,
        easing: 'ease-out',
      })
  }
  const start = (event: PointerEvent): void => {
    const isControl = event.target instanceof Element && event.target.closest('button,a')
    if (isControl || !event.isPrimary || !matchMedia(PHONE).matches) return
    drag = { y: event.clientY, at: event.timeStamp, id: event.pointerId }
    header.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent): void => {
    if (drag?.id === event.pointerId) moveTo(Math.max(0, event.clientY - drag.y))
  }
  const end = (event: PointerEvent): void => {
    if (drag?.id !== event.pointerId) return
    const offset = Math.max(0, event.clientY - drag.y)
    const speed = offset / Math.max(1, event.timeStamp - drag.at)
    drag = undefined
    const isIntended = event.type === 'pointerup' && (offset > FAR_PX || (offset > 24 && speed > FAST_PX_PER_MS))
    if (!isIntended || !router.close()) settle(offset)
  }
  header.addEventListener('pointerdown', start, { signal })
  header.addEventListener('pointermove', move, { signal })
  header.addEventListener('pointerup', end, { signal })
  header.addEventListener('pointercancel', end, { signal })
}
