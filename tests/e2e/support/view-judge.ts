import type { Page } from 'playwright-core'

/** What a test reads off the view that the modal shows. */
export interface Sight {
  readonly direction: string
  /** Elements that stand out of the card. */
  readonly wide: readonly string[]
  /** Addresses and amounts that do not run from left to right. */
  readonly turned: readonly string[]
  /** Short addresses without one of their ends, or in two lines. */
  readonly cut: readonly string[]
  /** What can be pressed or filled in, smaller than 24 px, or than 44 px in the header. */
  readonly small: readonly string[]
  /** Texts in which nothing fits the mark, be they visible or read out. */
  readonly bare: readonly string[]
  /** Every amount, worth and address, as it is shown. */
  readonly figures: readonly string[]
}

/** What every text of a catalogue carries in the pseudo-locale. */
export const MARK = '¤'

/** Names of the chain families on the tests' pages. Their plugins give them, the same in every language, so no catalogue has them. */
export const familyNames: readonly string[] = ['EVM']

/** Runs in the page. */
function look(mark: string): Sight {
  const isMarked = (text: string): boolean => new RegExp(mark, 'u').test(text)
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog')
  const card = root?.querySelector('.wm-card')
  if (!root || !card) throw new Error('There is no modal to look at.')
  const frame = card.getBoundingClientRect()
  const all = [...card.querySelectorAll('*')].filter((one) => one.checkVisibility() && !one.closest('.wm-hidden, svg'))
  const isOut = ({ left, right, width }: DOMRect): boolean =>
    width > 0 && (left < frame.left - 1 || right > frame.right + 1)
  const nameOf = (one: Element): string => `${one.tagName} ${one.className} "${one.textContent?.slice(0, 40)}"`
  const small = all.flatMap((one) => {
    if (!one.matches('button, a, input, textarea, [role=tab]')) return []
    const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
    return Math.min(width, height) < (one.matches('header *') ? 44 : 24) ? [`${nameOf(one)} ${width}×${height}`] : []
  })
  const bare = all.flatMap((one) => {
    // names of wallets, tokens and networks, amounts, addresses, and dates, which the browser puts into words
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
  const figures = all.filter((one) => one.matches('bdi[dir=ltr], .wm-amount, .wm-address, .wm-address-short'))
  return {
    direction: getComputedStyle(root).direction,
    wide: all.filter((one) => isOut(one.getBoundingClientRect())).map(nameOf),
    turned: figures.filter((one) => getComputedStyle(one).direction !== 'ltr').map(nameOf),
    cut: cut.map(nameOf),
    small,
    bare,
    figures: figures.map(({ textContent }) => textContent ?? ''),
  }
}

/** `mark`: a pattern that every text of the language in use fits. */
export async function lookAt(page: Page, mark: string = MARK): Promise<Sight> {
  const sight = await page.evaluate(look, mark)
  return { ...sight, bare: sight.bare.filter((text) => !familyNames.includes(text)) }
}

/** Runs in the page: notes after each key what has the focus, through open shadow roots, and `outside` for what is not in the modal. */
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

/** Goes round the view by keyboard and back again; answers with the stops of one round each way, from the same one, or says what went wrong. */
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
    // a key that led nowhere
    there.push(...found, ...Array.from({ length: AT_ONCE - found.length }, () => 'nowhere'))
    length = there.indexOf(there[0] ?? '', 1)
    if (length < 0) length = 0
  }
  const back = await walk('Shift+Tab', there.length - 1)
  await page.evaluate(() => Reflect.get(window, 'forgetStops')())
  return { there: there.slice(0, length), back: back.toReversed().slice(0, length) }
}
