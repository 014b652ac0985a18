import { rmSync } from 'node:fs'
import { chromium as playwright } from 'playwright-core'
import { launchOptions } from '../setup/chromium.mjs'
import { green, guard, red, SetupError, say } from '../setup/steps.mjs'
import { bundlers, outFolder } from './bundle.mjs'
import { measure } from './measure.mjs'

/** In bytes; 1 kB is 1000 of them. */
const budgets = { beforeBytes: 12_000, openBytes: 28_000, foreignRequests: 0 }

/**
 * @typedef {{ bundler: string, hostBytes: number, beforeBytes: number, openBytes: number, foreignRequests: readonly string[], ok: boolean }} Row
 */

/** @param {import('playwright-core').Browser} browser @param {string} bundler @returns {Promise<Row>} */
async function rowOf(browser, bundler) {
  const folders = { page: outFolder(), host: outFolder() }
  try {
    const contents = (await bundlers[bundler]?.('page', folders.page)) ?? {}
    await bundlers[bundler]?.('host', folders.host)
    const host = await measure(browser, folders.host, false)
    const page = await measure(browser, folders.page, true)
    if (process.argv.includes('--explain')) explain(bundler, contents, page.beforeScripts)
    const beforeBytes = page.beforeBytes - host.beforeBytes
    const ok =
      beforeBytes <= budgets.beforeBytes &&
      page.openBytes > 0 &&
      page.openBytes <= budgets.openBytes &&
      page.foreign.length <= budgets.foreignRequests
    return {
      bundler,
      hostBytes: host.beforeBytes,
      beforeBytes,
      openBytes: page.openBytes,
      foreignRequests: page.foreign,
      ok,
    }
  } finally {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints which modules a page has loaded before any click, heaviest first. @param {string} bundler @param {import('./bundle.mjs').Contents} contents @param {readonly string[]} scripts */
function explain(bundler, contents, scripts) {
  say(`Before any click, built with ${bundler} (bytes by its own count, before gzip; React left out)`)
  const modules = scripts.flatMap((script) =>
    Object.entries(contents[script] ?? contents[script.replace(/^\//, '')] ?? {}),
  )
  const ours = modules.filter(([path, bytes]) => bytes > 0 && !/^(react|react-dom|scheduler)\//.test(path))
  for (const [path, bytes] of ours.sort(([, a], [, b]) => b - a)) say(`${String(bytes).padStart(8)}  ${path}`)
}

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(2)} kB`.padStart(10)

/** @param {readonly Row[]} rows */
function print(rows) {
  say('JavaScript on top of the host page and its React (gzip -9, 1 kB = 1000 bytes)')
  say(
    `${'built with'.padEnd(12)}${'before click'.padStart(13)}${'opening'.padStart(13)}${'requests'.padStart(10)}${'host page'.padStart(13)}`,
  )
  for (const { bundler, beforeBytes, openBytes, foreignRequests, hostBytes, ok } of rows) {
    const columns = [
      kB(beforeBytes).padStart(13),
      kB(openBytes).padStart(13),
      String(foreignRequests.length).padStart(10),
      kB(hostBytes).padStart(13),
    ]
    say(`${bundler.padEnd(12)}${columns.join('')}  ${ok ? green('within') : red('over')}`)
    for (const address of foreignRequests) say(`  asked for ${address}`)
  }
  say(
    `${'budget'.padEnd(12)}${kB(budgets.beforeBytes).padStart(13)}${kB(budgets.openBytes).padStart(13)}${String(budgets.foreignRequests).padStart(10)}`,
  )
}

const launch = () =>
  playwright.launch(launchOptions()).catch((error) => {
    throw new SetupError(`The size was not measured: the browser does not start. ${error.message}`)
  })

async function main() {
  const browser = await launch()
  try {
    /** @type {Row[]} */
    const rows = []
    for (const bundler of Object.keys(bundlers)) rows.push(await rowOf(browser, bundler))
    if (process.argv.includes('--json')) say(JSON.stringify({ budgets, rows }, null, 2))
    else print(rows)
    return rows.every(({ ok }) => ok)
  } finally {
    await browser.close()
  }
}

await guard(main)
