import { type PersistentElement, persistentElements } from '../domain/slots.js'
import { messageOf, WalletModalError } from '../errors/errors.js'
import type { Page, UiParts } from '../modal/ui-parts.js'

export type PageParts = Pick<UiParts, 'id' | 'page' | 'router' | 'slots' | 'signal' | 'report'>

/** Creates the host element, its shadow root and the dialog, once, without inserting them. */
export function pageOf(parts: PageParts): Page {
  if (parts.page.made) return parts.page.made
  const host = document.createElement('div')
  host.dataset.walletModal = parts.id
  const shadow = host.attachShadow({ mode: 'open' })
  const dialog = document.createElement('dialog')
  dialog.className = 'wm-dialog'
  dialog.setAttribute('closedby', 'none')
  const container = document.createElement('div')
  container.className = 'wm-persistent'
  dialog.append(container)
  shadow.append(dialog)
  const page: Page = { host, shadow, dialog, elements: new Map() }
  parts.page.made = page
  keepElements(parts, container, page.elements)
  parts.signal.addEventListener('abort', () => host.remove())
  return page
}

/** Inserts the host element into the page. */
export function enterPage(parts: PageParts): void {
  if (parts.signal.aborted) return
  const { host } = pageOf(parts)
  if (!host.isConnected) (document.body ?? document.documentElement).append(host)
}

/** Keeps the elements of the slot in `container`: created once, never moved, removed with their plugin. */
function keepElements({ slots, report, signal }: PageParts, container: HTMLElement, elements: Page['elements']): void {
  const createdElements = new Map<PersistentElement, HTMLElement>()
  const make = (item: PersistentElement): void => {
    try {
      const element = item.create()
      hide(element)
      createdElements.set(item, element)
      elements.set(item.id, element)
      container.append(element)
    } catch (cause) {
      const message = `The persistent element "${item.id}" could not be made: ${messageOf(cause)}.`
      report(new WalletModalError('PLUGIN_FAILED', message, { cause }))
    }
  }
  const stop = slots.all(persistentElements).subscribe((items) => {
    for (const [item, element] of createdElements) {
      if (items.includes(item)) continue
      element.remove()
      createdElements.delete(item)
      if (elements.get(item.id) === element) elements.delete(item.id)
    }
    for (const item of items) if (!createdElements.has(item)) make(item)
  })
  signal.addEventListener('abort', stop)
}

const hide = ({ style }: HTMLElement): void => {
  style.position = 'absolute'
  style.visibility = 'hidden'
}

/** Visible part of `box` within `clip`, as a CSS inset. */
const insetOf = (box: DOMRect, clip: DOMRect): string =>
  [clip.top - box.top, box.right - clip.right, box.bottom - clip.bottom, clip.left - box.left]
    .map((side) => `${Math.max(0, side)}px`)
    .join(' ')

/**
 * Displays the persistent element `id` exactly over `box` during scrolling, resizing and transitions, and hides it when the returned function is
 * called. The element is not moved in the document, which would reload a frame. An element that belongs to a view cannot be displayed by another
 * view.
 */
export function placeOver(parts: PageParts, id: string, box: HTMLElement): () => void {
  const { elements } = pageOf(parts)
  let shown: HTMLElement | undefined
  let frame = 0
  const isMine = (): boolean => {
    const item = parts.slots.find(persistentElements, (one) => one.id === id)
    return !item?.view || item.view.name === parts.router.current.peek()?.view.name
  }
  const follow = (): void => {
    frame = requestAnimationFrame(follow)
    const element = isMine() ? elements.get(id) : undefined
    if (shown && shown !== element) hide(shown)
    shown = element
    const parent = element?.parentElement
    if (!element || !parent) return
    const [rect, origin] = [box.getBoundingClientRect(), parent.getBoundingClientRect()]
    const body = box.closest('.wm-body')
    Object.assign(element.style, {
      visibility: 'visible',
      left: `${rect.left - origin.left}px`,
      top: `${rect.top - origin.top}px`,
      width: `${rect.width}px`,
      height: `${rect.height}px`,
      clipPath: body ? `inset(${insetOf(rect, body.getBoundingClientRect())})` : '',
    })
  }
  follow()
  return () => {
    cancelAnimationFrame(frame)
    if (shown) hide(shown)
  }
}
