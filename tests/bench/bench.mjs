import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { launchOptions } from '../setup/chromium.mjs'
import { guard, say } from '../setup/steps.mjs'
import { serve } from '../size/serve.mjs'
import { startBackends } from './backends.mjs'
import { launchUninstrumented } from './browser.mjs'
import { buildPage, writePreloaded } from './build.mjs'
import { measureFrame, printFrame } from './frame.mjs'
import { measureGateway, printGateway } from './gateway.mjs'
import { measureLists, printLists } from './lists.mjs'
import { measureStart, printStart } from './start.mjs'
import { compare } from './visit.mjs'

/**
 * `npm run bench [-- --json] [-- --runs 15]` measures how long a visitor waits, compared with a React page whose dialog has one row.
 * All pages are built by Vite and are visited in turn. Times are medians in milliseconds with the CPU slowed down four times. For the rows without
 * prefetching, the React page loads its dialog as a separate chunk on the click. Then the benchmark measures the long lists: scrolling, typing in a
 * search, and opening the account (`--lists` measures only these). At the end it measures the time from running `create` to a connected wallet
 * (`--start` measures only this). `--visits` omits the lists and the `create` measurement. `--gateway` measures only a minute of logins on one
 * gateway process, and how long a visitor waits for the email wallet's iframe.
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

const hangs = '  the same, backend never responds'
const absent = '  the same, no backend at all'
const pressed = '  the same, with the button pressed for 80 ms'

/** @typedef {import('./visit.mjs').Visited} Visited */
/** @typedef {Record<'baseline' | 'lazy', Visited> & Record<string, Visited>} Fast */
/** @typedef {{ readonly [key: string]: Visited | undefined }} Other */

/** @param {Fast} fast @param {(key: string) => Visited} of returns the times of a visit to the measured site, by its key */
const fastRows = (fast, of) => [
  ratioRow('click -> Connect view, interface prefetched', fast.baseline.open, of('warm').open, 1.5),
  ratioRow(hangs, fast.baseline.open, of('warmHung').open, 1.5),
  ratioRow(absent, fast.baseline.open, of('warmAbsent').open, 1.5),
  timeRow('click -> Connect view, nothing prefetched', fast.lazy.open, of('cold').open, 100),
  timeRow(hangs, fast.lazy.open, of('coldHung').open, 100),
  timeRow(absent, fast.lazy.open, of('coldAbsent').open, 100),
  timeRow(pressed, fast.lazy.open, of('pressed').open, 100),
  ratioRow('wallet click -> connected, compared with a direct call', fast.baseline.connect, of('warm').connect, 1.5),
  ratioRow(hangs, fast.baseline.connect, of('warmHung').connect, 1.5),
  ratioRow(absent, fast.baseline.connect, of('warmAbsent').connect, 1.5),
]

/** @param {Visited | undefined} visited */
function openOf(visited) {
  if (!visited) throw new Error('The compared page was not visited.')
  return visited.open
}

/** @param {Other} impatient @param {(key: string) => Visited} of */
const impatientRows = ({ baseline }, of) => [
  ratioRow('impatient: navigation -> Connect view', openOf(baseline), of('answering').open, 1.8),
]

/** @param {Other} slow @param {(key: string) => Visited} of */
const slowRows = ({ baseline }, of) => [
  ratioRow('Slow 4G: navigation -> Connect view, preloaded', openOf(baseline), of('preloaded').open, 1.4),
  ratioRow('Slow 4G: navigation -> Connect view', openOf(baseline), of('plain').open, 1.6),
  ratioRow(hangs, openOf(baseline), of('hung').open, 1.6),
  ratioRow(absent, openOf(baseline), of('absent').open, 1.6),
]

/** @param {Readonly<Record<string, readonly Row[]>>} sites */
function print(sites) {
  const formatTimes = (/** @type {Times | undefined} */ t) =>
    t ? `${t.median.toFixed(0)} (${t.min.toFixed(0)}-${t.max.toFixed(0)})` : ''
  say(`Times in ms, median (min-max) of ${runs}; CPU slowed 4x; ${cpus().length} cores\n`)
  for (const [site, rows] of Object.entries(sites)) {
    say(
      `${site.padEnd(58)}${'React alone'.padStart(18)}${'modal'.padStart(18)}${'ratio'.padStart(8)}${'bar'.padStart(9)}`,
    )
    for (const { name, baseline, modal, ratio, bar, holds } of rows)
      say(
        `${name.padEnd(58)}${formatTimes(baseline).padStart(18)}${formatTimes(modal).padStart(18)}${(ratio?.toFixed(2) ?? '').padStart(8)}${bar.padStart(9)}  ${holds ? 'holds' : 'MISSES'}`,
      )
    say('')
  }
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

/** Title of each measured site, by the name of its page. */
const siteTitles = /** @type {const} */ ({
  modal: 'EVM wallets, connect and account',
  every: 'every chain family, many plugins',
})
/** @typedef {keyof typeof siteTitles} Site */

/** Prefixes the names of the visits with the site. @param {Site} site @param {Record<string, string>} urls */
const withSiteName = (site, urls) =>
  Object.fromEntries(Object.entries(urls).map(([key, url]) => [`${site}.${key}`, url]))

/** Measures how the modal opens and connects on each site. @returns {Promise<Record<string, readonly Row[]>>} */
async function benchVisits() {
  const out = mkdtempSync(join(tmpdir(), 'wallet-modal-bench-'))
  const pages = /** @type {const} */ (['baseline', 'lazy', 'modal', 'every'])
  await Promise.all(pages.map((page) => buildPage(page, out)))
  for (const site of /** @type {const} */ (['modal', 'every'])) writePreloaded(join(out, site))
  const [baseline, lazy, modal, every] = await Promise.all([
    serve(join(out, 'baseline')),
    serve(join(out, 'lazy')),
    serve(join(out, 'modal')),
    serve(join(out, 'every')),
  ])
  const backends = await startBackends()
  const servers = { modal, every }
  const sites = /** @type {Site[]} */ (Object.keys(siteTitles))
  const browser = await launchUninstrumented()
  const [open, lazyUrl] = [baseline.url, lazy.url]
  /** @param {(at: (backend: keyof typeof backends, page?: string, more?: string) => string) => Record<string, string>} visits */
  const ofSites = (visits) =>
    Object.assign(
      {},
      ...sites.map((site) =>
        withSiteName(
          site,
          visits(
            (backend, page = '', more = '') =>
              `${servers[site].url}${page}?backend=${encodeURIComponent(backends[backend].url)}${more}`,
          ),
        ),
      ),
    )
  try {
    /** @type {Record<string, string>} */
    const fastUrls = ofSites((at) => ({
      warm: at('answering'),
      warmHung: at('hanging'),
      warmAbsent: at('absent'),
      cold: at('answering', '', '&cold'),
      coldHung: at('hanging', '', '&cold'),
      coldAbsent: at('absent', '', '&cold'),
      pressed: at('answering', '', '&pressed'),
    }))
    const fast = await compare(browser, { baseline: open, lazy: lazyUrl, ...fastUrls }, { runs, kind: 'settled' })
    const impatient = await compare(
      browser,
      { baseline: open, ...ofSites((at) => ({ answering: at('answering') })) },
      { runs, kind: 'impatient' },
    )
    /** @type {Record<string, string>} */
    const slowUrls = ofSites((at) => ({
      plain: at('answering'),
      preloaded: at('answering', 'preloaded.html'),
      hung: at('hanging'),
      absent: at('absent'),
    }))
    const slow = await compare(browser, { baseline: open, ...slowUrls }, { runs, kind: 'slow' })
    /** @param {Site} site @param {Record<string, Visited>} visits */
    const picker = (site, visits) => (/** @type {string} */ key) => /** @type {Visited} */ (visits[`${site}.${key}`])
    return Object.fromEntries(
      sites.map((site) => [
        siteTitles[site],
        [
          ...fastRows(fast, picker(site, fast)),
          ...impatientRows(impatient, picker(site, impatient)),
          ...slowRows(slow, picker(site, slow)),
        ],
      ]),
    )
  } finally {
    await browser.close()
    for (const server of [baseline, lazy, modal, every, ...Object.values(backends)]) server.stop()
    rmSync(out, { recursive: true, force: true })
  }
}

await guard(async () => {
  if (flag('gateway') > 0) {
    const frame = await withBrowser((browser) => measureFrame(browser, runs))
    const gateway = await measureGateway()
    if (json) say(JSON.stringify({ frame, gateway }, null, 2))
    else {
      printFrame(frame)
      printGateway(gateway)
    }
    return frame.holds && gateway.holds
  }
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
  const sites = await benchVisits()
  if (!json) print(sites)
  if (flag('visits') > 0) {
    if (json) say(JSON.stringify({ runs, sites }, null, 2))
    return true
  }
  const backends = await startBackends()
  const lists = await withBrowser((driven) => benchLists(driven, backends.answering.url))
  for (const backend of Object.values(backends)) backend.stop()
  if (!json) printLists(lists)
  const start = await withBrowser(measureStart)
  if (json) say(JSON.stringify({ runs, sites, lists, start }, null, 2))
  else printStart(start)
  return true
})
