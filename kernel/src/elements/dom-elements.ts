import { imageSource } from '../ui/images/image-source.js'

/** Text node. Foreign names and addresses are wrapped in `bdi`, which isolates their writing direction. */
export function textElement(name: 'bdi' | 'span', className: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/** Foreign picture, or nothing if it is not allowed. Removed if it fails to load. */
export function imageElement(source: string | undefined): readonly HTMLImageElement[] {
  const src = imageSource(source)
  if (!src) return []
  const made = document.createElement('img')
  made.addEventListener('error', () => made.remove())
  made.setAttribute('part', 'mark')
  Object.assign(made, { alt: '', width: 24, height: 24, decoding: 'async', referrerPolicy: 'no-referrer', src })
  return [made]
}
