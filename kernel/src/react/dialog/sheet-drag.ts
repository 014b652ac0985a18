import type { RouterControls } from '../../modal/router.js'
import { isStill } from './motion.js'

/** A drag over more than this distance closes the sheet. */
const FAR_PX = 96
/** A shorter drag, but of more than 24 px, closes the sheet if it is faster than this. */
const FAST_PX_PER_MS = 0.6

/** Media query for screens on which the card is a sheet. */
export const PHONE = '(max-width: 430px)'

/** Lets the visitor close the sheet by dragging its header down. Returns a function that removes the listeners. */
export function dragToClose(card: HTMLElement, header: HTMLElement, router: RouterControls): () => void {
  let drag: { readonly y: number; readonly at: number; readonly id: number } | undefined
  const controller = new AbortController()

  const moveTo = (offset: number): void => card.style.setProperty('--wm-drag', `${offset}px`)
  const settle = (offset: number): void => {
    moveTo(0)
    if (!isStill())
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
  const options = { signal: controller.signal }
  header.addEventListener('pointerdown', start, options)
  header.addEventListener('pointermove', move, options)
  header.addEventListener('pointerup', end, options)
  header.addEventListener('pointercancel', end, options)
  return () => controller.abort()
}
