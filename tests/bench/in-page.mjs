/**
 * Runs in the page: scrolls the list that is open and waits for every frame. Answers with the frames a second.
 * @param {{ frames: number, step: number }} plan `step`: what each frame scrolls by, in CSS pixels; 0 stands still
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
 * Runs in the page: waits for the next key, and for what it finds. Answers how many milliseconds the page worked from the key on until the
 * list, or without one the letter, was in its place, style and layout included; and how many passed from the key's event until that was
 * painted. A list is another one once a screen reader is told another length.
 * @param {{ hasList: boolean }} plan whether a list follows from the key; else the letter alone is looked at
 */
export function watchKey({ hasList }) {
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot ?? document
  const lengthOf = () => root.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')
  const before = lengthOf()
  /** @type {Promise<{ from: number, arrived: number }>} */
  const key = new Promise((resolve) => {
    const take = (/** @type {Event} */ { timeStamp }) => resolve({ from: timeStamp, arrived: performance.now() })
    root.addEventListener('keydown', (event) => take(event), { once: true, capture: true })
  })
  /** @type {Promise<void>} */
  const change = new Promise((resolve) => {
    if (!hasList) return root.addEventListener('input', () => resolve(), { once: true })
    const look = new MutationObserver(() => {
      if (lengthOf() === before) return
      look.disconnect()
      resolve()
    })
    look.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-setsize'] })
  })
  const pressed = change.then(async () => {
    document.body.getBoundingClientRect() // style and layout, which the next frame would do
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
 * Runs in the page: opens the account and answers when, from the click on, a frame with the dialog was painted, and one with the figures.
 * @param {{ figure: string }} plan a text that only stands there once there are figures
 */
export async function openAccount({ figure }) {
  const button = document.querySelector('#open')
  if (!(button instanceof HTMLElement)) throw new Error('There is nothing to open it with.')
  const dialog = () => document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog[open]')
  const painted = async (/** @type {() => unknown} */ isThere) => {
    while (!isThere()) await new Promise(requestAnimationFrame)
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
  }
  const from = performance.now()
  button.click()
  const [view, figures] = await Promise.all([painted(dialog), painted(() => dialog()?.textContent?.includes(figure))])
  return { view: view - from, figures: figures - from }
}

/**
 * Runs in the page: answers how many milliseconds pass from the next request for a quote until a frame with the amount was painted.
 * @param {{ shows: string }} plan the amount that is received
 */
export async function watchQuote({ shows }) {
  const fetched = globalThis.fetch
  /** @type {Promise<number>} */
  const asked = new Promise((resolve) => {
    globalThis.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (url.includes('/convert/quotes')) {
        globalThis.fetch = fetched
        resolve(performance.now())
      }
      return fetched(input, init)
    }
  })
  const from = await asked
  const root = () => document.querySelector('[data-wallet-modal]')?.shadowRoot
  const isShown = () =>
    root()?.textContent?.includes(shows) ||
    [...(root()?.querySelectorAll('input') ?? [])].some(({ value }) => value === shows)
  while (!isShown()) await new Promise(requestAnimationFrame)
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from))))
}
