export const SHAKE_MS = 500
export const RESIZE_MS = 150

/** Motion is off where the visitor asked for less of it. */
export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Says without words that the modal may not close now. */
export function shake(card: HTMLElement): void {
  if (isStill() || typeof card.animate !== 'function') return
  const offsets = [0, -8, 8, -6, 6, -3, 3, 0]
  card.animate(
    offsets.map((x) => ({ transform: `translateX(${x}px)` })),
    { duration: SHAKE_MS, easing: 'ease-out', id: 'wm-shake' },
  )
}

/** Lets `frame` follow the height of `content`, softly once it has been drawn, as far as it can be seen. Returns a function that stops. */
export function followHeight(frame: HTMLElement, content: HTMLElement): () => void {
  let height: number | undefined
  const observer = new ResizeObserver(() => {
    const next = Math.min(content.offsetHeight, innerHeight)
    if (!next || next === height) return // nothing has a height in a dialog that was closed
    const from = height
    height = next
    if (from === undefined || isStill()) return
    frame.animate(
      { height: [`${from}px`, `${next}px`], overflow: ['hidden', 'hidden'] },
      { duration: RESIZE_MS, easing: 'ease-out' },
    )
  })
  observer.observe(content)
  return () => observer.disconnect()
}
