/** Finds an element of index.html. Throws if there is none. */
export function findElement(root: Element, selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`index.html has no "${selector}".`)
  return found
}

/** Creates an element with text. */
export const createText = (tag: string, className: string, text = ''): HTMLElement =>
  Object.assign(document.createElement(tag), { className, textContent: text })
