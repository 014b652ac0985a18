import { say } from '../setup/steps.mjs'
import { openAccount, scroll, watchKey, watchQuote } from './in-page.mjs'
import { instrument } from './page.mjs'
import { ENTRIES, replies, TOKENS, WALLETS } from './service.mjs'
import { times } from './visit.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {{ what: string, resting: number[], scrolled: number[] }} Scrolling frames per second of each run */
/** @typedef {{ what: string, worked: number[], painted: number[] }} Typing milliseconds for each key press, as measured by {@link watchKey} */
/** @typedef {{ view: number[], amounts: number[] }} Opening milliseconds from the click, for each visit */

const FRAMES = 240
/** Pixels per frame, as in a fast flick. */
const STEP_PX = 120
const CPU_SLOWDOWN = 4
/** Keys to press: each digit reduces the results, then each digit is deleted again. */
const KEYS = ['4', '2', '1', 'Backspace', 'Backspace', 'Backspace']

/** Duration of a frame at 60 Hz. */
const FRAME_MS = 1000 / 60

/** Opens a page and answers the page's requests with {@link replies}. @param {Browser} browser @param {string} url */
async function open(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
  for (const [glob, reply] of Object.entries(replies))
    await context.route(glob, (route) =>
      route.fulfill({ json: reply(new URL(route.request().url())), headers: { 'access-control-allow-origin': '*' } }),
    )
  const page = await context.newPage()
  await page.addInitScript(instrument, { impatient: false, pressed: false })
  await page.goto(url)
  return page
}

/** @param {Page} page */
async function connect(page) {
  await page.click('#open')
  await page.getByRole('dialog').getByRole('button', { name: 'Zephyr' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** @param {Page} page @param {string} view @param {string} row text of a row of the loaded list */
async function show(page, view, row) {
  await page.evaluate(`show('${view}')`)
  await page.getByRole('dialog').getByText(row, { exact: true }).first().waitFor()
}

/** @param {Page} page @param {string} what @param {number} runs @returns {Promise<Scrolling>} */
async function scrollOf(page, what, runs) {
  /** @type {Scrolling} */
  const samples = { what, resting: [], scrolled: [] }
  for (let run = 0; run < runs; run++) {
    samples.resting.push(await page.evaluate(scroll, { frames: FRAMES / 4, step: 0 }))
    // scrolls down, which loads more pages, and then up again
    for (const step of [STEP_PX, -STEP_PX])
      samples.scrolled.push(await page.evaluate(scroll, { frames: FRAMES / 2, step }))
  }
  return samples
}

/**
 * @param {Page} page
 * @param {{ what: string, field: import('playwright-core').Locator, hasList?: boolean }} plan @param {number} runs @returns {Promise<Typing>}
 */
async function typeIn(page, { what, field, hasList = true }, runs) {
  const cdp = await page.context().newCDPSession(page)
  await field.click()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  /** @type {Typing} */
  const samples = { what, worked: [], painted: [] }
  for (let run = 0; run <= runs; run++)
    for (const key of KEYS) {
      await page.waitForTimeout(150)
      await page.evaluate(watchKey, { hasList })
      await page.keyboard.press(key)
      const { worked, painted } = /** @type {any} */ (await page.evaluate('window.pressed'))
      if (run === 0) continue // the first run is a warm-up
      samples.worked.push(worked)
      samples.painted.push(painted)
    }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return samples
}

/** Time of a key press in a page with only a text field, for comparison. @param {Browser} browser @param {number} runs */
async function typeInEmptyPage(browser, runs) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  try {
    await page.setContent('<input aria-label="Field">')
    return await typeIn(
      page,
      { what: 'a page with a field alone', field: page.getByLabel('Field'), hasList: false },
      runs,
    )
  } finally {
    await page.context().close()
  }
}

/** @param {Browser} browser @param {string} url @param {number} runs */
async function measureWallets(browser, url, runs) {
  const page = await open(browser, url)
  try {
    await show(page, 'wallets', 'Wallet 5')
    const scrolled = await scrollOf(page, `${WALLETS} wallets`, runs)
    // the results come from the catalogue after a pause in typing, so only the display of the letter is measured
    const field = page.getByRole('searchbox')
    const typed = await typeIn(page, { what: `${WALLETS} wallets: the letter alone`, field, hasList: false }, runs)
    return { scrolled, typed }
  } finally {
    await page.context().close()
  }
}

/** @param {Browser} browser @param {string} url @param {number} runs */
async function measureAccount(browser, url, runs) {
  const page = await open(browser, url)
  try {
    await connect(page)
    await show(page, 'tokens', 'Token 3')
    const tokens = await scrollOf(page, `${TOKENS} tokens`, runs)
    const field = page.getByRole('searchbox')
    const inTokens = await typeIn(page, { what: `${TOKENS} tokens of the account`, field }, runs)
    await show(page, 'choice', 'Token 3')
    const inChoice = await typeIn(page, { what: `${TOKENS} tokens to send`, field }, runs)
    await page.evaluate('showSwapTokens()')
    await page.getByRole('dialog').getByText('Token 3', { exact: true }).first().waitFor()
    const inSwap = await typeIn(page, { what: `${TOKENS} tokens to swap`, field }, runs)
    const count = await page.evaluate('readAll()')
    if (count !== ENTRIES) throw new Error(`${count} entries were read.`)
    await show(page, 'activity', '+1.25 ETH')
    const activity = await scrollOf(page, `${ENTRIES} entries of activity`, runs)
    return { scrolled: [tokens, activity], typed: [inTokens, inChoice, inSwap] }
  } finally {
    await page.context().close()
  }
}

/** Response time of the simulated quote source. */
const QUOTE_MS = 300

/**
 * Time from the request for a quote to the animation frame that displays the quote.
 * @param {Browser} browser @param {string} url @param {number} runs @returns {Promise<number[]>} milliseconds
 */
async function measureQuote(browser, url, runs) {
  const page = await open(browser, url)
  try {
    await page.context().route('**/v1/convert/quotes*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, QUOTE_MS))
      const json = replies['**/v1/convert/quotes*']?.(new URL(route.request().url()))
      await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } })
    })
    await connect(page)
    /** @type {number[]} */
    const shown = []
    for (let run = 0; run <= runs; run++) {
      const hundredths = 111 + 10 * run
      const amount = (hundredths / 100).toFixed(2)
      const watched = page.evaluate(watchQuote, { shows: ((2 * hundredths) / 100).toFixed(2) })
      await page.evaluate(`showSwap('${amount}')`)
      const taken = await watched
      if (run > 0) shown.push(taken) // the first run loads the view
    }
    return shown
  } finally {
    await page.context().close()
  }
}

/**
 * Measures opening the account of a returning visitor while the service does not respond, so that only stored balances can be displayed.
 * @param {Browser} browser @param {string} url @param {number} runs @returns {Promise<Opening>}
 */
async function measureReturn(browser, url, runs) {
  const first = await open(browser, url)
  const context = first.context()
  try {
    await connect(first)
    await show(first, 'tokens', 'Token 3')
    await first.close()
    await context.route('**/v1/account/**', () => {})
    /** @type {Opening} */
    const samples = { view: [], amounts: [] }
    for (let run = 0; run <= runs; run++) {
      const page = await context.newPage()
      await page.addInitScript(instrument, { impatient: false, pressed: false, isKnown: true })
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
      await page.goto(url)
      await page.waitForFunction(`document.querySelector('#address')?.textContent`)
      await page.waitForTimeout(1000)
      const { view, amounts } = await page.evaluate(openAccount, { amountsText: 'Token 3' })
      await page.close()
      if (run === 0) continue // the first run is a warm-up
      samples.view.push(view)
      samples.amounts.push(amounts)
    }
    return samples
  } finally {
    await context.close()
  }
}

/**
 * Measures long lists: frames per second while scrolling (CPU not slowed), time of a key press in a search (CPU slowed down four times), and time
 * until the reopened account displays amounts. Also measures the time until a swap's quote is displayed.
 * @param {Browser} browser @param {string} url of the page `lists` @param {number} runs
 */
export async function measureLists(browser, url, runs) {
  const bare = await typeInEmptyPage(browser, runs)
  const wallets = await measureWallets(browser, url, runs)
  const account = await measureAccount(browser, url, runs)
  const opened = await measureReturn(browser, url, runs)
  const quoted = await measureQuote(browser, url, Math.min(runs, 4))
  return {
    quoted,
    scrolled: [wallets.scrolled, ...account.scrolled],
    typed: [bare, wallets.typed, ...account.typed],
    opened,
  }
}

const line = (/** @type {string} */ what, /** @type {readonly string[]} */ cells) =>
  say(`${what.padEnd(58)}${cells.map((cell) => cell.padStart(18)).join('')}`)
const text = (/** @type {readonly number[]} */ values) => {
  const { median, min, max } = times(values)
  return `${median.toFixed(0)} (${min.toFixed(0)}-${max.toFixed(0)})`
}
const verdict = (/** @type {boolean} */ holds) => (holds ? 'holds' : 'MISSES')

/** @param {Awaited<ReturnType<typeof measureLists>>} lists */
export function printLists({ scrolled, typed, opened, quoted }) {
  say('')
  line('Frames per second, CPU not slowed', ['not scrolling', 'scrolling'])
  for (const { what, resting, scrolled: moving } of scrolled) line(what, [text(resting), text(moving)])
  say(
    `\nA letter in a search, ms, CPU slowed ${CPU_SLOWDOWN}x. The page's own work, with style and layout, must fit into a frame of`,
  )
  say(`${FRAME_MS.toFixed(1)} ms. The time until it is painted also depends on the browser and on the next frame.`)
  line('', ['work until laid out', 'key -> painted'])
  for (const { what, worked, painted } of typed)
    line(what, [text(worked), text(painted), verdict(times(worked).median <= FRAME_MS)])
  say(
    `\nOpening the account again, no reply from the service, ms, CPU slowed ${CPU_SLOWDOWN}x. Amounts must appear in the dialog's first frame`,
  )
  line('', ['the dialog', 'stored amounts'])
  line(`with ${TOKENS} tokens`, [
    text(opened.view),
    text(opened.amounts),
    verdict(times(opened.amounts).median - times(opened.view).median < FRAME_MS),
  ])
  say(
    `\nA quote from a source that takes ${QUOTE_MS} ms, from the request to the frame that displays it, CPU not slowed`,
  )
  const ratio = times(quoted).median / QUOTE_MS
  line('', ['ms', 'of the source'])
  line('a swap of two tokens', [text(quoted), `${ratio.toFixed(2)}x`, verdict(ratio <= 1.3)])
}
