import { imageSource } from '../ui/images/image-source.js'

/** A piece of text. Foreign names and addresses go into `bdi`, which keeps their writing direction to itself. */
export function piece(name: 'bdi' | 'span', className: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/** A foreign picture, or nothing where it may not be shown. One that fails leaves. */
export function picture(source: string | undefined): readonly HTMLImageElement[] {
  const src = imageSource(source)
  if (!src) return []
  const made = document.createElement('img')
  made.addEventListener('error', () => made.remove())
  made.setAttribute('part', 'mark')
  Object.assign(made, { alt: '', width: 24, height: 24, decoding: 'async', referrerPolicy: 'no-referrer', src })
  return [made]
}
