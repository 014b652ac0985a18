import { instrument } from './page.mjs'

/** @typedef {{ median: number, min: number, max: number }} Times in milliseconds */
/** @typedef {{ open: Times, connect: Times }} Visited */

/** Network conditions "Slow 4G" of Chrome DevTools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
/** Time before the first click. */
const SETTLE_MS = 1000
/** Time between opening the list and clicking a wallet. */
const LOOK_MS = 500

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * @typedef {'settled' | 'impatient' | 'slow'} Kind `settled`: clicks after a pause; `impatient`: clicks as soon as the button appears; `slow`: like
 *   `impatient`, over Slow 4G
 */

/**
 * One visit in a separate browser context.
 * @param {import('./browser.mjs').Browser} browser @param {string} url @param {Kind} kind
 */
async function visit(browser, url, kind) {
  const { send, evaluate, close } = await browser.newPage()
  try {
    const plan = { impatient: kind !== 'settled', pressed: new URL(url).searchParams.has('pressed') }
    await send('Page.enable')
    await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${instrument})(${JSON.stringify(plan)})` })
    if (kind === 'slow') {
      // only for slow visits: this makes the browser report every request, which takes time
      await send('Network.enable')
      await send('Network.emulateNetworkConditions', SLOW_4G)
    }
    await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const { errorText } = await send('Page.navigate', { url })
    if (errorText) throw new Error(`${url}: ${errorText}`)
    if (kind !== 'settled') return { open: Number(await evaluate('window.bench.pressed')), connect: 0 }
    await evaluate(`window.bench.painted('open')`)
    await pause(SETTLE_MS)
    const open = await evaluate(`window.bench.click('open', 'wallet')`)
    await pause(LOOK_MS)
    const connect = await evaluate(`window.bench.click('wallet', 'address')`)
    return { open: Number(open), connect: Number(connect) }
  } finally {
    await close()
  }
}

/** @param {readonly number[]} values @returns {Times} */
export function times(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

/**
 * Visits the pages in turn, so that load on the machine affects all of them equally.
 * @template {string} K @param {import('./browser.mjs').Browser} browser @param {Record<K, string>} urls
 * @param {{ runs: number, kind: Kind }} how @returns {Promise<Record<K, Visited>>}
 */
export async function compare(browser, urls, { runs, kind }) {
  /** @type {Record<string, { open: number[], connect: number[] }>} */
  const all = Object.fromEntries(Object.keys(urls).map((name) => [name, { open: [], connect: [] }]))
  for (let run = 0; run <= runs; run++) {
    for (const [name, url] of Object.entries(urls)) {
      const { open, connect } = await visit(browser, String(url), kind)
      if (run === 0) continue // the first visit is a warm-up
      all[name]?.open.push(open)
      all[name]?.connect.push(connect)
    }
  }
  const medians = Object.entries(all).map(([name, { open, connect }]) => [
    name,
    { open: times(open), connect: times(connect) },
  ])
  return /** @type {any} */ (Object.fromEntries(medians))
}
