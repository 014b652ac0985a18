import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { launchOptions } from '../setup/chromium.mjs'
import { guard, say } from '../setup/steps.mjs'
import { serve } from '../size/serve.mjs'
import { startBackends } from './backends.mjs'
import { launchUnwatched } from './browser.mjs'
import { buildPage, writePreloaded } from './build.mjs'
import { measureLists, printLists } from './lists.mjs'
import { measureStart, printStart } from './start.mjs'
import { compare } from './visit.mjs'

/**
 * `npm run bench [-- --json] [-- --runs 15]`: how long a visitor waits, beside a React page with an empty dialog in the same run. Both pages
 * are built by Vite and take turns; times are medians in milliseconds at a CPU slowed down four times. Where nothing is prefetched the dialog
 * beside it is in a chunk that the click fetches. Then the long lists, which `--lists` measures alone: how they scroll, how a search in them
 * answers, how the account opens. At the end, how long the way is from the command to a connected wallet; `--start` measures that alone.
 *
 * @typedef {import('./visit.mjs').Times} Times
 * @typedef {{ name: string, bar: string, baseline?: Times, modal: Times, ratio?: number, holds: boolean }} Row
 */

const flag = (/** @type {string} */ name) => process.argv.indexOf(`--${name}`)
const runs = flag('runs') > 0 ? Number(process.argv[flag('runs') + 1]) : 15
const json = flag('json') > 0

/** @param {string} name @param {Times} baseline @param {Times} modal @param {number} limit @returns {Row} */
function ratioRow(name, baseline, modal, limit) {
  const ratio = modal.median / baseline.median
  return { name, bar: `${limit.toFixed(1)}x`, baseline, modal, ratio, holds: ratio <= limit }
}

/** @param {string} name @param {Times} lazy @param {Times} modal @param {number} limit in milliseconds @returns {Row} */
const timeRow = (name, lazy, modal, limit) => ({
  name,
  bar: `${limit} ms`,
  baseline: lazy,
  modal,
  ratio: modal.median / lazy.median,
  holds: modal.median <= limit,
})

const hangs = '  the same, backend accepts and stays silent'
const absent = '  the same, no backend at all'
const pressed = '  the same, as a hand presses: 80 ms before it lets go'

/** @param {Record<'baseline' | 'lazy' | 'pressed' | 'warm' | 'cold' | `${'warm' | 'cold'}${'Hung' | 'Absent'}`, import('./visit.mjs').Visited>} fast */
const fastRows = (fast) => [
  ratioRow('click -> Connect view, interface prefetched', fast.baseline.open, fast.warm.open, 1.5),
  ratioRow(hangs, fast.baseline.open, fast.warmHung.open, 1.5),
  ratioRow(absent, fast.baseline.open, fast.warmAbsent.open, 1.5),
  timeRow('click -> Connect view, nothing prefetched', fast.lazy.open, fast.cold.open, 100),
  timeRow(hangs, fast.lazy.open, fast.coldHung.open, 100),
  timeRow(absent, fast.lazy.open, fast.coldAbsent.open, 100),
  timeRow(pressed, fast.lazy.open, fast.pressed.open, 100),
  ratioRow('wallet click -> connected, beside calling it directly', fast.baseline.connect, fast.warm.connect, 1.5),
  ratioRow(hangs, fast.baseline.connect, fast.warmHung.connect, 1.5),
  ratioRow(absent, fast.baseline.connect, fast.warmAbsent.connect, 1.5),
]

/** @param {Record<'baseline' | 'plain' | 'preloaded' | 'hung' | 'absent', import('./visit.mjs').Visited>} slow */
const slowRows = (slow) => [
  ratioRow('Slow 4G: navigation -> Connect view, preloaded', slow.baseline.open, slow.preloaded.open, 1.4),
  ratioRow('Slow 4G: navigation -> Connect view', slow.baseline.open, slow.plain.open, 1.6),
  ratioRow(hangs, slow.baseline.open, slow.hung.open, 1.6),
  ratioRow(absent, slow.baseline.open, slow.absent.open, 1.6),
]

/** @param {readonly Row[]} rows */
function print(rows) {
  const figures = (/** @type {Times | undefined} */ t) =>
    t ? `${t.median.toFixed(0)} (${t.min.toFixed(0)}-${t.max.toFixed(0)})` : ''
  say(`Times in ms, median (min-max) of ${runs}; CPU slowed 4x; ${cpus().length} cores\n`)
  say(
    `${'what'.padEnd(58)}${'React alone'.padStart(18)}${'modal'.padStart(18)}${'ratio'.padStart(8)}${'bar'.padStart(9)}`,
  )
  for (const { name, baseline, modal, ratio, bar, holds } of rows)
    say(
      `${name.padEnd(58)}${figures(baseline).padStart(18)}${figures(modal).padStart(18)}${(ratio?.toFixed(2) ?? '').padStart(8)}${bar.padStart(9)}  ${holds ? 'holds' : 'MISSES'}`,
    )
}

/** @template T @param {(browser: import('playwright-core').Browser) => Promise<T>} work */
async function withBrowser(work) {
  const browser = await chromium.launch(launchOptions())
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** @param {import('playwright-core').Browser} browser @param {string} backend */
async function benchLists(browser, backend) {
  const out = mkdtempSync(join(tmpdir(), 'wallet-modal-bench-'))
  await buildPage('lists', out)
  const page = await serve(join(out, 'lists'))
  try {
    return await measureLists(browser, `${page.url}?backend=${encodeURIComponent(backend)}`, runs)
  } finally {
    page.stop()
    rmSync(out, { recursive: true, force: true })
  }
}

await guard(async () => {
  if (flag('start') > 0) {
    const start = await withBrowser(measureStart)
    if (json) say(JSON.stringify({ start }, null, 2))
    else printStart(start)
    return start.holds
  }
  if (flag('lists') > 0) {
    const backends = await startBackends()
    const lists = await withBrowser((browser) => benchLists(browser, backends.answering.url))
    for (const backend of Object.values(backends)) backend.stop()
    if (json) say(JSON.stringify({ runs, lists }, null, 2))
    else printLists(lists)
    return true
  }
  const out = mkdtempSync(join(tmpdir(), 'wallet-modal-bench-'))
  await Promise.all([buildPage('baseline', out), buildPage('lazy', out), buildPage('modal', out)])
  writePreloaded(join(out, 'modal'))
  const [baseline, lazy, modal, backends] = await Promise.all([
    serve(join(out, 'baseline')),
    serve(join(out, 'lazy')),
    serve(join(out, 'modal')),
    startBackends(),
  ])
  const browser = await launchUnwatched()
  try {
    const at = (/** @type {keyof typeof backends} */ backend, page = '', more = '') =>
      `${modal.url}${page}?backend=${encodeURIComponent(backends[backend].url)}${more}`
    const fast = await compare(
      browser,
      {
        baseline: baseline.url,
        lazy: lazy.url,
        warm: at('answering'),
        warmHung: at('hanging'),
        warmAbsent: at('absent'),
        cold: at('answering', '', '&cold'),
        coldHung: at('hanging', '', '&cold'),
        coldAbsent: at('absent', '', '&cold'),
        pressed: at('answering', '', '&pressed'),
      },
      { runs, slow: false },
    )
    const slow = await compare(
      browser,
      {
        baseline: baseline.url,
        plain: at('answering'),
        preloaded: at('answering', 'preloaded.html'),
        hung: at('hanging'),
        absent: at('absent'),
      },
      { runs, slow: true },
    )
    /** @type {readonly Row[]} */
    const rows = [...fastRows(fast), ...slowRows(slow)]
    if (!json) print(rows)
    const lists = await withBrowser((driven) => benchLists(driven, backends.answering.url))
    if (!json) printLists(lists)
    const start = await withBrowser(measureStart)
    if (json) say(JSON.stringify({ runs, rows, lists, start }, null, 2))
    else printStart(start)
  } finally {
    await browser.close()
    for (const server of [baseline, lazy, modal, ...Object.values(backends)]) server.stop()
    rmSync(out, { recursive: true, force: true })
  }
  return true
})
