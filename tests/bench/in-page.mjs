/**
 * Runs in the page. Scrolls the open list frame by frame and returns the frames per second.
 * @param {{ frames: number, step: number }} plan `step`: CSS pixels per frame; 0 does not scroll
 */
export async function scroll({ frames, step }) {
  const body = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('.wm-body')
  if (!body) throw new Error('There is no list to scroll.')
  const before = body.scrollTop
  const from = performance.now()
  for (let frame = 0; frame < frames; frame++) {
    body.scrollTop += step
    await new Promise(requestAnimationFrame)
  }
  if (step !== 0 && body.scrollTop === before) throw new Error('The list does not scroll.')
  return (1000 * frames) / (performance.now() - from)
}

/**
 * Runs in the page. Waits for the next key press and its result: a changed list (another `aria-setsize`) or, without a list, the typed letter. The
 * promise `window.pressed` resolves with two durations in milliseconds: `worked`, from the delivery of the key event to the end of the layout, and
 * `painted`, from the key press to the paint.
 * @param {{ hasList: boolean }} plan whether the key press changes a list
 */
export function watchKey({ hasList }) {
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot ?? document
  const lengthOf = () => root.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')
  const before = lengthOf()
  /** @type {Promise<{ from: number, arrived: number }>} */
  const key = new Promise((resolve) => {
    const report = (/** @type {Event} */ { timeStamp }) => resolve({ from: timeStamp, arrived: performance.now() })
    root.addEventListener('keydown', (event) => report(event), { once: true, capture: true })
  })
  /** @type {Promise<void>} */
  const change = new Promise((resolve) => {
    if (!hasList) return root.addEventListener('input', () => resolve(), { once: true })
    const observer = new MutationObserver(() => {
      if (lengthOf() === before) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-setsize'] })
  })
  const pressed = change.then(async () => {
    document.body.getBoundingClientRect() // forces style and layout, which the browser would otherwise compute in the next frame
    for (const field of root.querySelectorAll('input')) field.getBoundingClientRect()
    const done = performance.now()
    const painted = await new Promise((resolve) =>
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
    )
    const { from, arrived } = await key
    return { worked: done - arrived, painted: painted - from }
  })
  Object.assign(window, { pressed })
}

/**
 * Runs in the page. Opens the account and returns the milliseconds from the click until the dialog was painted, and until the amounts were painted.
 * @param {{ amountsText: string }} plan `amountsText`: text that is displayed together with the amounts
 */
export async function openAccount({ amountsText }) {
  const button = document.querySelector('#open')
  if (!(button instanceof HTMLElement)) throw new Error('The page has no button that opens the modal.')
  const dialog = () => document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog[open]')
  const painted = async (/** @type {() => unknown} */ isThere) => {
    while (!isThere()) await new Promise(requestAnimationFrame)
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
  }
  const from = performance.now()
  button.click()
  const [view, amounts] = await Promise.all([
    painted(dialog),
    painted(() => dialog()?.textContent?.includes(amountsText)),
  ])
  return { view: view - from, amounts: amounts - from }
}

/**
 * Runs in the page. Returns the milliseconds from the next request for a quote until its amount was painted.
 * @param {{ shows: string }} plan received amount, as displayed
 */
export async function watchQuote({ shows }) {
  const originalFetch = globalThis.fetch
  /** @type {Promise<number>} */
  const requestTime = new Promise((resolve) => {
    globalThis.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (url.includes('/convert/quotes')) {
        globalThis.fetch = originalFetch
        resolve(performance.now())
      }
      return originalFetch(input, init)
    }
  })
  const from = await requestTime
  const root = () => document.querySelector('[data-wallet-modal]')?.shadowRoot
  const isShown = () =>
    root()?.textContent?.includes(shows) ||
    [...(root()?.querySelectorAll('input') ?? [])].some(({ value }) => value === shows)
  while (!isShown()) await new Promise(requestAnimationFrame)
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from))))
}
