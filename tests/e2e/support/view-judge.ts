import type { Page } from 'playwright-core'

/** Layout and text problems of the current view. */
export interface Sight {
  readonly direction: string
  /** Elements that overflow the card horizontally. */
  readonly wide: readonly string[]
  /** Addresses and amounts that are not left-to-right. */
  readonly turned: readonly string[]
  /** Shortened addresses that are cut off or wrapped. */
  readonly cut: readonly string[]
  /** Translated texts that are cut off. Excludes names of wallets, tokens and networks. */
  readonly clipped: readonly string[]
  /** Words of translated texts that are broken across lines. */
  readonly broken: readonly string[]
  /** Controls smaller than 24 px, or than 44 px in the header and on phones. A control's `::after` can extend its area. */
  readonly small: readonly string[]
  /** Visible or accessible texts that do not match the mark, which shows that they are not translated. */
  readonly bare: readonly string[]
  /** Every shown amount, value and address. */
  readonly figures: readonly string[]
}

/** Character in every text of the pseudo-locale. */
export const MARK = '¤'

/** Names of the chain families on the tests' pages. They are the same in every language, so no catalogue contains them. */
export const familyNames: readonly string[] = ['EVM']

/** Runs in the page. */
function inspect(mark: string): Sight {
  const isMarked = (text: string): boolean => new RegExp(mark, 'u').test(text)
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog')
  const card = root?.querySelector('.wm-card')
  if (!root || !card) throw new Error('The modal is not open.')
  const frame = card.getBoundingClientRect()
  const all = [...card.querySelectorAll('*')].filter((one) => one.checkVisibility() && !one.closest('.wm-hidden, svg'))
  const isOut = ({ left, right, width }: DOMRect): boolean =>
    width > 0 && (left < frame.left - 1 || right > frame.right + 1)
  const nameOf = (one: Element): string => `${one.tagName} ${one.className} "${one.textContent?.slice(0, 40)}"`
  const small = all.flatMap((one) => {
    if (!one.matches('button, a, input, textarea, [role=tab]')) return []
    const box = (one.closest('label, .wm-input') ?? one).getBoundingClientRect()
    const area = getComputedStyle(one, '::after')
    const isWider = area.content !== 'none' && area.position === 'absolute'
    const sizeOf = (side: 'width' | 'height'): number =>
      Math.max(box[side], isWider ? Number.parseFloat(area[side]) : 0)
    const [width, height] = [sizeOf('width'), sizeOf('height')]
    const least = innerWidth <= 430 || one.matches('header *') ? 44 : 24
    // tolerates half a pixel, because layouts round
    return Math.min(width, height) < least - 0.5 ? [`${nameOf(one)} ${width}×${height}`] : []
  })
  const bare = all.flatMap((one) => {
    // skips amounts, addresses, dates (the browser formats them), and the names of wallets, tokens and networks
    if (one.closest('bdi, time, .wm-address, .wm-address-short')) return []
    const texts = [...one.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent] : []))
    const names = ['aria-label', 'placeholder', 'title', 'aria-description'].map((name) => one.getAttribute(name))
    return [...texts, ...names].flatMap((text) => (text && /\p{L}{2,}/u.test(text) && !isMarked(text) ? [text] : []))
  })
  const cut = all.filter((one) => {
    if (!one.matches('.wm-address-short')) return false
    const line = one.closest('.wm-item-label, .wm-item-description')
    return one.getClientRects().length > 1 || (line && line.scrollWidth > line.clientWidth)
  })
  const clipped = all.filter(
    (one) =>
      !one.querySelector('bdi, .wm-name, input') &&
      !one.closest('bdi, .wm-name') &&
      getComputedStyle(one).overflowX !== 'visible' &&
      /\S/.test(one.textContent ?? '') &&
      one.scrollWidth > one.clientWidth + 1,
  )
  const broken = all.flatMap((one) => {
    if (one.closest('bdi, .wm-name, .wm-payload, .wm-address, .wm-address-short')) return []
    return [...one.childNodes].flatMap((node) =>
      node.nodeType === Node.TEXT_NODE
        ? [...(node.textContent ?? '').matchAll(/\p{L}+/gu)].flatMap(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
            return tops.size > 1 ? [word] : []
          })
        : [],
    )
  })
  const figures = all.filter((one) => one.matches('bdi[dir=ltr], .wm-amount, .wm-address, .wm-address-short'))
  return {
    direction: getComputedStyle(root).direction,
    wide: all.filter((one) => isOut(one.getBoundingClientRect())).map(nameOf),
    turned: figures.filter((one) => getComputedStyle(one).direction !== 'ltr').map(nameOf),
    cut: cut.map(nameOf),
    clipped: clipped.map(nameOf),
    broken,
    small,
    bare,
    figures: figures.map(({ textContent }) => textContent ?? ''),
  }
}

/** Inspects the current view. `mark`: a pattern that matches every text of the active language. */
export async function lookAt(page: Page, mark: string = MARK): Promise<Sight> {
  const sight = await page.evaluate(inspect, mark)
  return { ...sight, bare: sight.bare.filter((text) => !familyNames.includes(text)) }
}

/** Runs in the page: records the focused element after each Tab key, in open shadow roots too; `outside: …` if it is not in the modal. */
function noteStops(): void {
  const stops: string[] = []
  const note = ({ key }: KeyboardEvent): void => {
    if (key !== 'Tab') return
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    const root = active?.getRootNode()
    const place = root instanceof ShadowRoot && active ? [...root.querySelectorAll('*')].indexOf(active) : -1
    const name = active?.getAttribute('aria-label') ?? active?.textContent ?? ''
    stops.push(active?.closest('dialog') ? `${place} ${name.slice(0, 40)}` : `outside: ${active?.tagName}`)
  }
  addEventListener('keyup', note, { capture: true })
  Object.assign(window, { stops, forgetStops: () => removeEventListener('keyup', note, { capture: true }) })
}

const MAX_STOPS = 60
const AT_ONCE = 6

/**
 * Tabs through the view once forwards and once backwards. Resolves with the focused elements of each round. The list of the way back is reversed, so
 * both lists are equal if the order is the same.
 */
export async function goRound(
  page: Page,
): Promise<{ readonly there: readonly string[]; readonly back: readonly string[] }> {
  await page.evaluate(noteStops)
  const stops = (): Promise<readonly string[]> => page.evaluate(() => [...Reflect.get(window, 'stops')])
  const walk = async (key: string, times: number): Promise<readonly string[]> => {
    const before = (await stops()).length
    for (let time = 0; time < times; time++) await page.keyboard.press(key)
    return (await stops()).slice(before)
  }
  const there: string[] = []
  let length = 0
  while (length === 0 && there.length < MAX_STOPS) {
    const found = await walk('Tab', AT_ONCE)
    // adds `nowhere` for each key press that the page did not receive
    there.push(...found, ...Array.from({ length: AT_ONCE - found.length }, () => 'nowhere'))
    length = there.indexOf(there[0] ?? '', 1)
    if (length < 0) length = 0
  }
  const back = await walk('Shift+Tab', there.length - 1)
  await page.evaluate(() => Reflect.get(window, 'forgetStops')())
  return { there: there.slice(0, length), back: back.toReversed().slice(0, length) }
}
