import type { Visit } from './driver.js'
import { pause, until } from './until.js'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly bottom: number
}

/** Bounding box of an element of the modal, once it has stopped moving. */
export async function box(visit: Visit, selector: string): Promise<Box> {
  let last: Box | undefined
  return until(`${selector} to be at rest`, async () => {
    const before = last
    last = await boxNow(visit, selector)
    return before && before.top === last.top && before.bottom === last.bottom && last
  })
}

const boxNow = (visit: Visit, selector: string): Promise<Box> =>
  visit.evaluate((wanted) => {
    const found = window.probe.dialog()?.querySelector(wanted)
    if (!found) throw new Error(`The modal has no ${wanted}.`)
    const { left, top, width, bottom } = found.getBoundingClientRect()
    return { left, top, width, bottom }
  }, selector)

/** Drags an element of the modal downwards and waits until the movement has ended. */
export async function drag(visit: Visit, selector: string, by: number): Promise<void> {
  const { left, top } = await box(visit, selector)
  await visit.drag({ x: left + 20, y: top + 8 }, { x: left + 20, y: top + 8 + by })
  await pause(400)
}

/** Waits until the first view is rendered ahead, before the modal is opened. */
export async function isDrawnAhead(visit: Visit): Promise<void> {
  const selector = '.wm-dialog .wm-item'
  await until('the modal to be drawn ahead', () =>
    visit.evaluate((wanted) => {
      const modal = document.querySelector('[data-wallet-modal]')?.shadowRoot
      return modal?.querySelector(wanted) != null
    }, selector),
  )
}

/** Records the height of the view in each animation frame in which it contains an element. Returns a function that reads the distinct heights. */
export async function watchHeights(visit: Visit, selector: string): Promise<() => Promise<readonly number[]>> {
  await visit.evaluate((wanted) => {
    const heights = new Set<number>()
    const look = (): void => {
      if (Reflect.get(window, 'heights') !== heights) return
      const view = window.probe.dialog()?.querySelector<HTMLElement>('.wm-content')
      if (view?.querySelector(wanted)) heights.add(view.offsetHeight)
      requestAnimationFrame(look)
    }
    Object.assign(window, { heights })
    look()
  }, selector)
  return async () => {
    await pause(400)
    return visit.evaluate(() => [...(Reflect.get(window, 'heights') as Set<number>)], null)
  }
}

/** Red component of the card's background, 0 to 255: high in light mode, low in dark mode. */
export const redOfCard = (visit: Visit): Promise<number> =>
  visit.evaluate(() => {
    const card = window.probe.dialog()?.querySelector('.wm-card')
    return Number(/\d+/.exec(card ? getComputedStyle(card).backgroundColor : '')?.[0])
  }, null)

/** Direction of the modal and the elements that overflow its card. */
export const overflowing = (visit: Visit): Promise<{ direction: string; elements: readonly string[] }> =>
  visit.evaluate(() => {
    const dialog = window.probe.dialog()
    const card = dialog?.querySelector('.wm-card')
    if (!dialog || !card) throw new Error('The modal is closed.')
    const { left, right } = card.getBoundingClientRect()
    const elements = [...card.querySelectorAll('*')].filter((one) => {
      const at = one.getBoundingClientRect()
      return at.width > 0 && (at.left < left - 1 || at.right > right + 1)
    })
    return { direction: getComputedStyle(dialog).direction, elements: elements.map((one) => one.className.toString()) }
  }, null)
