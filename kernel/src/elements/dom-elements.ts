import { imageSource } from '../ui/images/image-source.js'

/** Element that contains a text. Use `bdi` for names and addresses: it isolates their writing direction. */
export function textElement(name: 'bdi' | 'span', className: string, text: string): HTMLElement {
  const element = document.createElement(name)
  element.className = className
  element.textContent = text
  return element
}

/** `<img>` of a wallet or network; an empty list if {@link imageSource} does not allow the URL. The element is removed if its image fails to load. */
export function imageElement(source: string | undefined): readonly HTMLImageElement[] {
  const src = imageSource(source)
  if (!src) return []
  const element = document.createElement('img')
  element.addEventListener('error', () => element.remove())
  element.setAttribute('part', 'mark')
  Object.assign(element, { alt: '', width: 24, height: 24, decoding: 'async', referrerPolicy: 'no-referrer', src })
  return [element]
}
