import { type PersistentElement, persistentElements } from '../domain/slots.js'
import { messageOf, WalletModalError } from '../errors/errors.js'
import type { Page, UiDependencies } from '../modal/ui-dependencies.js'

export type PageDependencies = Pick<UiDependencies, 'id' | 'page' | 'router' | 'slots' | 'signal' | 'report'>

/** Host element, shadow root and dialog of the modal. Creates them on the first call, without inserting them into the page. */
export function pageOf(dependencies: PageDependencies): Page {
  if (dependencies.page.created) return dependencies.page.created
  const host = document.createElement('div')
  host.dataset.walletModal = dependencies.id
  const shadow = host.attachShadow({ mode: 'open' })
  const dialog = document.createElement('dialog')
  dialog.className = 'wm-dialog'
  dialog.setAttribute('closedby', 'none')
  const container = document.createElement('div')
  container.className = 'wm-persistent'
  dialog.append(container)
  shadow.append(dialog)
  const page: Page = { host, shadow, dialog, elements: new Map() }
  dependencies.page.created = page
  mountElements(dependencies, container, page.elements)
  dependencies.signal.addEventListener('abort', () => host.remove())
  return page
}

/** Inserts the host element into the page. */
export function enterPage(dependencies: PageDependencies): void {
  if (dependencies.signal.aborted) return
  const { host } = pageOf(dependencies)
  if (!host.isConnected) (document.body ?? document.documentElement).append(host)
}

/** Adds the slot's elements to `container`. Each is created once, never moved, and removed when its plugin is disabled. */
function mountElements(
  { slots, report, signal }: PageDependencies,
  container: HTMLElement,
  elements: Page['elements'],
): void {
  const createdElements = new Map<PersistentElement, HTMLElement>()
  const create = (item: PersistentElement): void => {
    try {
      const element = item.create()
      hide(element)
      createdElements.set(item, element)
      elements.set(item.id, element)
      container.append(element)
    } catch (cause) {
      const message = `The persistent element "${item.id}" could not be created: ${messageOf(cause)}.`
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
    for (const item of items) if (!createdElements.has(item)) create(item)
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
 * called. Changes only the style of the element: moving an iframe in the document would reload it. An element with a `view` is displayed by that
 * view only.
 */
export function placeOver(dependencies: PageDependencies, id: string, box: HTMLElement): () => void {
  const { elements } = pageOf(dependencies)
  let displayed: HTMLElement | undefined
  let frame = 0
  const isPermitted = (): boolean => {
    const item = dependencies.slots.find(persistentElements, (one) => one.id === id)
    return !item?.view || item.view.name === dependencies.router.current.peek()?.view.name
  }
  const update = (): void => {
    frame = requestAnimationFrame(update)
    const element = isPermitted() ? elements.get(id) : undefined
    if (displayed && displayed !== element) hide(displayed)
    displayed = element
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
  update()
  return () => {
    cancelAnimationFrame(frame)
    if (displayed) hide(displayed)
  }
}
