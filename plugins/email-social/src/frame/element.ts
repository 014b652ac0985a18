/** Creates an element. Text is inserted as text content, never as markup. */
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
  // ignores clicks dispatched by scripts
  element.addEventListener('click', (event) => event.isTrusted && onClick(event))
  return element
}

/** Displays a screen and returns its element. */
export function show(...nodes: readonly Node[]): HTMLElement {
  const screen = el('main', {}, ...nodes)
  document.body.replaceChildren(screen)
  return screen
}

export const clear = (): void => document.body.replaceChildren()
