import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { launchOptions } from '../setup/chromium.mjs'
import { guard, say } from '../setup/steps.mjs'
import { repository } from '../setup/workspaces.mjs'
import { serve } from '../size/serve.mjs'
import { instrument } from './page.mjs'

/**
 * `npm run bench [-- --json] [-- --runs 15]`: how long a visitor waits, beside a React page with an empty dialog in the same run. Both pages
 * are built by Vite and take turns; times are medians in milliseconds at a CPU slowed down four times.
 *
 * @typedef {{ median: number, min: number, max: number }} Times
 * @typedef {{ name: string, bar: string, baseline?: Times, modal: Times, ratio?: number, holds: boolean }} Row
 */

const flag = (/** @type {string} */ name) => process.argv.indexOf(`--${name}`)
const runs = flag('runs') > 0 ? Number(process.argv[flag('runs') + 1]) : 15
const json = flag('json') > 0

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

/** @param {string} name @param {string} out */
const bundle = (name, out) =>
  build({
    root: join(repository, 'tests/bench', name),
    configFile: false,
    logLevel: 'error',
    build: { outDir: join(out, name), emptyOutDir: true, reportCompressedSize: false },
  })

/** A page that fetches the interface beside its own code, as `<link rel="modulepreload">` does. @param {string} folder */
function writePreloaded(folder) {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const chunks = readdirSync(join(folder, 'assets')).filter((file) =>
    /^(mount|ConnectView|model|en|transport)-.*\.js$/.test(file),
  )
  const links = chunks.map((file) => `<link rel="modulepreload" crossorigin href="/assets/${file}">`).join('')
  writeFileSync(join(folder, 'preloaded.html'), html.replace('</head>', `${links}</head>`))
}

/** Accepts connections and never answers. @returns {Promise<{ url: string, stop: () => void }>} */
function silentBackend() {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      resolve({
        url: `http://127.0.0.1:${port}`,
        stop: () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        },
      })
    })
  })
}

/** @param {readonly number[]} values @returns {Times} */
function times(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

/**
 * One visit in a browser context of its own.
 * @param {import('playwright-core').Browser} browser @param {string} url @param {{ slow?: boolean, settleMs?: number }} how
 */
async function visit(browser, url, { slow = false, settleMs = 1000 }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(instrument, { impatient: slow })
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    if (slow) await cdp.send('Network.emulateNetworkConditions', SLOW_4G)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(url, { waitUntil: 'commit' })
    if (slow) return { open: await page.evaluate('window.bench.pressed'), connect: 0 }
    await page.waitForSelector('#open')
    await page.waitForTimeout(settleMs)
    const open = await page.evaluate(`window.bench.click('open', 'wallet')`)
    await page.waitForTimeout(500)
    const connect = await page.evaluate(`window.bench.click('wallet', 'address')`)
    return { open: Number(open), connect: Number(connect) }
  } finally {
    await context.close()
  }
}

/**
 * Pages take turns, so that a busy moment of the machine hits all of them.
 * @template {string} K @param {import('playwright-core').Browser} browser @param {Record<K, string>} urls @param {{ slow?: boolean }} how
 * @returns {Promise<Record<K, { open: Times, connect: Times }>>}
 */
async function compare(browser, urls, how) {
  /** @type {Record<string, { open: number[], connect: number[] }>} */
  const all = Object.fromEntries(Object.keys(urls).map((name) => [name, { open: [], connect: [] }]))
  for (let run = 0; run <= runs; run++) {
    for (const [name, url] of Object.entries(urls)) {
      const { open, connect } = await visit(browser, String(url), how)
      if (run === 0) continue // the first visit warms up browser and disk
      all[name]?.open.push(open)
      all[name]?.connect.push(connect)
    }
  }
  return /** @type {any} */ (
    Object.fromEntries(
      Object.entries(all).map(([name, { open, connect }]) => [name, { open: times(open), connect: times(connect) }]),
    )
  )
}

/** @param {string} name @param {Times} baseline @param {Times} modal @param {number} limit @returns {Row} */
function ratioRow(name, baseline, modal, limit) {
  const ratio = modal.median / baseline.median
  return { name, bar: `${limit.toFixed(1)}x`, baseline, modal, ratio, holds: ratio <= limit }
}

/** @param {readonly Row[]} rows */
function print(rows) {
  const ms = (/** @type {Times | undefined} */ t) =>
    t ? `${t.median.toFixed(0)} (${t.min.toFixed(0)}-${t.max.toFixed(0)})` : ''
  say(`Times in ms, median (min-max) of ${runs}; CPU slowed 4x; ${cpus().length} cores\n`)
  say(
    `${'what'.padEnd(58)}${'React alone'.padStart(18)}${'modal'.padStart(18)}${'ratio'.padStart(8)}${'bar'.padStart(9)}`,
  )
  for (const { name, baseline, modal, ratio, bar, holds } of rows)
    say(
      `${name.padEnd(58)}${ms(baseline).padStart(18)}${ms(modal).padStart(18)}${(ratio?.toFixed(2) ?? '').padStart(8)}${bar.padStart(9)}  ${holds ? 'holds' : 'MISSES'}`,
    )
}

await guard(async () => {
  const out = mkdtempSync(join(tmpdir(), 'wallet-modal-bench-'))
  await Promise.all([bundle('baseline', out), bundle('modal', out)])
  writePreloaded(join(out, 'modal'))
  const [baseline, modal, silent] = await Promise.all([
    serve(join(out, 'baseline')),
    serve(join(out, 'modal')),
    silentBackend(),
  ])
  const browser = await chromium.launch(launchOptions())
  try {
    const hung = `backend=${encodeURIComponent(silent.url)}`
    const fast = await compare(
      browser,
      {
        baseline: baseline.url,
        warm: modal.url,
        cold: `${modal.url}?cold`,
        warmHung: `${modal.url}?${hung}`,
        coldHung: `${modal.url}?cold&${hung}`,
      },
      {},
    )
    const slow = await compare(
      browser,
      {
        baseline: baseline.url,
        plain: modal.url,
        preloaded: `${modal.url}preloaded.html`,
        hung: `${modal.url}?${hung}`,
      },
      { slow: true },
    )
    /** @type {readonly Row[]} */
    const rows = [
      ratioRow('click -> Connect view, interface prefetched', fast.baseline.open, fast.warm.open, 1.5),
      ratioRow('  the same, backend accepts and stays silent', fast.baseline.open, fast.warmHung.open, 1.5),
      {
        name: 'click -> Connect view, nothing prefetched',
        bar: '100 ms',
        modal: fast.cold.open,
        holds: fast.cold.open.median <= 100,
      },
      {
        name: '  the same, backend accepts and stays silent',
        bar: '100 ms',
        modal: fast.coldHung.open,
        holds: fast.coldHung.open.median <= 100,
      },
      ratioRow('wallet click -> connected, beside calling it directly', fast.baseline.connect, fast.warm.connect, 1.5),
      ratioRow('  the same, backend accepts and stays silent', fast.baseline.connect, fast.warmHung.connect, 1.5),
      ratioRow('Slow 4G: navigation -> Connect view, preloaded', slow.baseline.open, slow.preloaded.open, 1.4),
      ratioRow('Slow 4G: navigation -> Connect view', slow.baseline.open, slow.plain.open, 1.6),
      ratioRow('  the same, backend accepts and stays silent', slow.baseline.open, slow.hung.open, 1.6),
    ]
    if (json) say(JSON.stringify({ runs, rows }, null, 2))
    else print(rows)
  } finally {
    await browser.close()
    for (const server of [baseline, modal, silent]) server.stop()
    rmSync(out, { recursive: true, force: true })
  }
  return true
})
