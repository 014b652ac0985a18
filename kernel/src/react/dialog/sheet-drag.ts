import type { RouterControls } from '../../modal/router.js'
import { isStill } from './motion.js'

const FAR_PX = 96
const FAST_PX_PER_MS = 0.6

export const PHONE = '(max-width: 430px)'

/** Lets the visitor close the sheet by dragging its header down. Returns a function that stops it. */
export function dragToClose(card: HTMLElement, header: HTMLElement, router: RouterControls): () => void {
  let from: { readonly y: number; readonly at: number; readonly id: number } | undefined
  const ended = new AbortController()

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
    from = { y: event.clientY, at: event.timeStamp, id: event.pointerId }
    header.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent): void => {
    if (from?.id === event.pointerId) moveTo(Math.max(0, event.clientY - from.y))
  }
  const end = (event: PointerEvent): void => {
    if (from?.id !== event.pointerId) return
    const offset = Math.max(0, event.clientY - from.y)
    const speed = offset / Math.max(1, event.timeStamp - from.at)
    from = undefined
    const isIntended = event.type === 'pointerup' && (offset > FAR_PX || (offset > 24 && speed > FAST_PX_PER_MS))
    if (!isIntended || !router.close()) settle(offset)
  }
  const options = { signal: ended.signal }
  header.addEventListener('pointerdown', start, options)
  header.addEventListener('pointermove', move, options)
  header.addEventListener('pointerup', end, options)
  header.addEventListener('pointercancel', end, options)
  return () => ended.abort()
}
