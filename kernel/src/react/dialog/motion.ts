export const SHAKE_MS = 500
export const RESIZE_MS = 150

export const reducesMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Shakes the card to show that the modal cannot be closed now. */
export function shake(card: HTMLElement): void {
  if (reducesMotion() || typeof card.animate !== 'function') return
  const offsets = [0, -8, 8, -6, 6, -3, 3, 0]
  card.animate(
    offsets.map((x) => ({ transform: `translateX(${x}px)` })),
    { duration: SHAKE_MS, easing: 'ease-out', id: 'wm-shake' },
  )
}

/**
 * When the height of `content` changes after the first render, animates `frame` to the new height, at most the height of the viewport. Returns a
 * function that stops observing `content`.
 */
export function followHeight(frame: HTMLElement, content: HTMLElement): () => void {
  let height: number | undefined
  const observer = new ResizeObserver(() => {
    const next = Math.min(content.offsetHeight, innerHeight)
    if (!next || next === height) return // in a closed dialog, every height is 0
    const from = height
    height = next
    if (from === undefined || reducesMotion()) return
    frame.animate(
      { height: [`${from}px`, `${next}px`], overflow: ['hidden', 'hidden'] },
      { duration: RESIZE_MS, easing: 'ease-out' },
    )
  })
  observer.observe(content)
  return () => observer.disconnect()
}
