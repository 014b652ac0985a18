/** Random accent colours. Equal seeds result in equal colours. */
export function randomAccents(count: number, seed = 20261121): readonly string[] {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Array.from(
    { length: count },
    () =>
      `#${Math.floor(random() * 0xffffff)
        .toString(16)
        .padStart(6, '0')}`,
  )
}

/**
 * Runs in a page with `window.test.modal` or `window.modal`. Measures the contrast between each text and its nearest opaque background, for every
 * accent. Returns the texts with a contrast below 4.5:1.
 */
export async function measureContrast(accents: readonly string[]): Promise<string[]> {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const known = new Map<string, readonly number[]>()
  const toRgba = (text: string): readonly number[] => {
    const read = known.get(text) ?? paint(text)
    known.set(text, read)
    return read
  }
  const paint = (text: string): readonly number[] => {
    if (!canvas) return [0, 0, 0, 0]
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (rgb: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const surfaceOf = (element: Element | null): readonly number[] => {
    const colour = element ? toRgba(getComputedStyle(element).backgroundColor) : [255, 255, 255, 255]
    return colour[3] === 255 ? colour : surfaceOf(element?.parentElement ?? null)
  }
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
  const texts = [...(root?.querySelectorAll('.wm-card *') ?? [])].filter(
    (element) =>
      element.namespaceURI?.endsWith('xhtml') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  )
  const faint: string[] = texts.length > 1 ? [] : ['there is no text']
  for (const accent of accents) {
    ;(Reflect.get(window, 'modal') ?? window.test.modal).setTheme({ accent })
    await new Promise((resolve) => requestAnimationFrame(resolve))
    for (const animation of root?.getAnimations() ?? []) if (animation instanceof CSSTransition) animation.finish() // of colours
    for (const element of texts) {
      const [dark = 0, light = 0] = [
        luminance(toRgba(getComputedStyle(element).color).slice(0, 3)),
        luminance(surfaceOf(element).slice(0, 3)),
      ].sort((a, b) => a - b)
      const ratio = (light + 0.05) / (dark + 0.05)
      if (ratio < 4.5) faint.push(`${accent} ${element.className} "${element.textContent}" ${ratio.toFixed(2)}`)
    }
  }
  return faint
}
