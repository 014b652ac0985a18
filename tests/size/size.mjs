import { rmSync } from 'node:fs'
import { chromium as playwright } from 'playwright-core'
import { launchOptions } from '../setup/chromium.mjs'
import { green, guard, red, SetupError, say } from '../setup/steps.mjs'
import { buildVanilla, bundlers, outFolder } from './bundle.mjs'
import { measure } from './measure.mjs'

/**
 * Limits in bytes (1 kB = 1000 bytes). `openBytes` is limited for the smallest site only.
 * @typedef {{ beforeBytes: number, openBytes?: number, foreignRequests: number }} Budget
 * @type {Record<'page' | 'account' | 'all' | 'everything', Budget & { title: string }>}
 */
const budgets = {
  page: { title: 'EVM wallets', beforeBytes: 12_490, openBytes: 30_000, foreignRequests: 0 },
  account: { title: 'EVM wallets with balances, activity and transfers', beforeBytes: 14_560, foreignRequests: 0 },
  all: { title: 'every chain family and WalletConnect', beforeBytes: 15_060, foreignRequests: 0 },
  everything: {
    title: 'every chain family, with balances, activity, transfers and sign-in',
    beforeBytes: 18_040,
    foreignRequests: 0,
  },
}
/** @typedef {keyof typeof budgets} Site */
const sites = /** @type {const} */ (['page', 'account', 'all', 'everything'])

/**
 * Limits in bytes for the template without a framework, with `connect` and `account`: everything loaded until the Connect view is shown, including
 * the code of the template.
 */
const vanillaBudget = { totalBytes: 57_000, foreignRequests: 0 }

/** @typedef {{ beforeBytes: number, openBytes: number, foreignRequests: readonly string[], ok: boolean }} Whole */

/** @param {import('playwright-core').Browser} browser @returns {Promise<Whole>} */
async function vanillaSite(browser) {
  const folder = outFolder()
  try {
    const contents = await buildVanilla(folder)
    const { beforeBytes, openBytes, foreign, ...page } = await measure(browser, folder, true)
    if (process.argv.includes('--explain')) {
      explain('Before any click, the template without a framework', contents, page.beforeScripts)
      explain('Opening, the template without a framework', contents, page.openScripts)
    }
    const isSmall = openBytes > 0 && beforeBytes + openBytes <= vanillaBudget.totalBytes
    const ok = isSmall && foreign.length <= vanillaBudget.foreignRequests
    return { beforeBytes, openBytes, foreignRequests: foreign, ok }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @typedef {{ site: Site, bundler: string, hostBytes: number, beforeBytes: number, openBytes: number, foreignRequests: readonly string[],
 *   ok: boolean }} Row
 */

/**
 * Builds a page and measures it.
 * @param {import('playwright-core').Browser} browser @param {string} bundler @param {Site | 'host'} page
 */
async function buildAndMeasure(browser, bundler, page) {
  const folder = outFolder()
  try {
    const contents = (await bundlers[bundler]?.(page, folder)) ?? {}
    return { contents, ...(await measure(browser, folder, page !== 'host')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures the host page and each site, all built with one bundler. @param {import('playwright-core').Browser} browser @param {string} bundler */
async function rowsOf(browser, bundler) {
  const host = buildAndMeasure(browser, bundler, 'host')
  return Promise.all(
    sites.map(async (site) => rowOf(bundler, site, await host, await buildAndMeasure(browser, bundler, site))),
  )
}

/**
 * @typedef {Awaited<ReturnType<typeof buildAndMeasure>>} Measured
 * @param {string} bundler @param {Site} site @param {Measured} host @param {Measured} page @returns {Row}
 */
function rowOf(bundler, site, host, page) {
  const budget = budgets[site]
  if (process.argv.includes('--explain')) {
    explain(`Before any click, built with ${bundler}`, page.contents, page.beforeScripts)
    explain(`Opening, built with ${bundler}`, page.contents, page.openScripts)
  }
  const beforeBytes = page.beforeBytes - host.beforeBytes
  const ok =
    beforeBytes <= budget.beforeBytes &&
    page.openBytes > 0 &&
    page.openBytes <= (budget.openBytes ?? Number.POSITIVE_INFINITY) &&
    page.foreign.length <= budget.foreignRequests
  return {
    site,
    bundler,
    hostBytes: host.beforeBytes,
    beforeBytes,
    openBytes: page.openBytes,
    foreignRequests: page.foreign,
    ok,
  }
}

/**
 * Prints the modules in scripts, largest first.
 * @param {string} title @param {import('./bundle.mjs').Contents} contents @param {readonly string[]} scripts
 */
function explain(title, contents, scripts) {
  say(`${title} (bytes as counted by the bundler, before gzip; without React)`)
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
  for (const [site, { title, ...budget }] of Object.entries(budgets)) {
    const heading = ['before click', 'opening'].map((text) => text.padStart(13)).join('')
    say(`\n${title.padEnd(40)}${heading}${'requests'.padStart(10)}${'host page'.padStart(13)}`)
    for (const row of rows.filter((one) => one.site === site)) printRow(row)
    const opening = budget.openBytes === undefined ? '' : kB(budget.openBytes)
    say(
      `${'  budget'.padEnd(40)}${kB(budget.beforeBytes).padStart(13)}${opening.padStart(13)}${String(budget.foreignRequests).padStart(10)}`,
    )
  }
}

/** @param {Row} row */
function printRow({ bundler, beforeBytes, openBytes, foreignRequests, hostBytes, ok }) {
  const columns = [
    kB(beforeBytes).padStart(13),
    kB(openBytes).padStart(13),
    String(foreignRequests.length).padStart(10),
    kB(hostBytes).padStart(13),
  ]
  say(`${`  ${bundler}`.padEnd(40)}${columns.join('')}  ${ok ? green('within') : red('over')}`)
  for (const address of foreignRequests) say(`  asked for ${address}`)
}

/** @param {Whole} whole */
function printVanilla({ beforeBytes, openBytes, foreignRequests, ok }) {
  say('\nTemplate without a framework, React by preact/compat: all JavaScript until Connect is on the screen')
  const columns = [beforeBytes, openBytes, beforeBytes + openBytes].map((bytes) => kB(bytes).padStart(13)).join('')
  say(`${'  before click, opening, both'.padEnd(40)}${columns}  ${ok ? green('within') : red('over')}`)
  say(`${'  budget'.padEnd(66)}${kB(vanillaBudget.totalBytes).padStart(13)}`)
  for (const address of foreignRequests) say(`  asked for ${address}`)
}

const launch = () =>
  playwright.launch(launchOptions()).catch((error) => {
    throw new SetupError(`The size was not measured: the browser does not start. ${error.message}`)
  })

async function main() {
  const browser = await launch()
  try {
    const [vanilla, ...parts] = await Promise.all([
      vanillaSite(browser),
      ...Object.keys(bundlers).map((bundler) => rowsOf(browser, bundler)),
    ])
    const rows = parts.flat()
    if (process.argv.includes('--json')) say(JSON.stringify({ budgets, rows, vanillaBudget, vanilla }, null, 2))
    else {
      print(rows)
      printVanilla(vanilla)
    }
    return vanilla.ok && rows.every(({ ok }) => ok)
  } finally {
    await browser.close()
  }
}

await guard(main)
