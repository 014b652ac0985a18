/** Makes an element. Text is always text: nothing that the page sends becomes markup. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<Pick<HTMLElement, 'className' | 'title' | 'dir' | 'hidden'>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  Object.assign(element, properties)
  element.append(...children)
  return element
}

export function button(
  label: string,
  kind: 'primary' | 'secondary',
  onClick: (event: MouseEvent) => void,
): HTMLButtonElement {
  const element = el('button', { className: kind }, label)
  element.type = 'button'
  // clicks that a script made do not count
  element.addEventListener('click', (event) => event.isTrusted && onClick(event))
  return element
}

/** Shows one screen and returns its element. */
export function show(...nodes: readonly Node[]): HTMLElement {
  const screen = el('main', {}, ...nodes)
  document.body.replaceChildren(screen)
  return screen
}

/** Nothing to see. */
export const clear = (): void => document.body.replaceChildren()
