import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SetupError } from '../setup/steps.mjs'
import { serve } from './serve.mjs'

/**
 * @typedef {object} Loaded
 * @property {number} beforeBytes size after gzip -9 of the JavaScript that the page has loaded before any click
 * @property {number} openBytes size after gzip -9 of the JavaScript that opening the modal adds
 * @property {readonly string[]} beforeScripts paths of the scripts that the settled page has loaded
 * @property {readonly string[]} openScripts paths of the scripts that opening the modal adds
 * @property {readonly string[]} foreign URLs that the page requests before any interaction, without its own static files
 */

/** Milliseconds without requests after which a page counts as settled. */
const quietMs = 700

/**
 * Loads a built page in a browser and measures its requests. Idle callbacks never run in the page whose bytes are counted, so that idle
 * prefetches count as part of opening. A second visit, with idle callbacks, finds these prefetches and the requests to other origins before
 * any interaction.
 * @param {import('playwright-core').Browser} browser @param {string} folder @param {boolean} opens
 * @returns {Promise<Loaded>}
 */
export async function measure(browser, folder, opens) {
  const { url, stop } = await serve(folder)
  try {
    const [{ before, after }, untouched] = await Promise.all([
      visit(browser, url, { idle: false, opens }),
      visit(browser, url, { idle: true, opens: false }),
    ])
    const isScript = (/** @type {string} */ address) => address.startsWith(url) && address.endsWith('.js')
    const scripts = (/** @type {Iterable<string>} */ addresses) =>
      [...addresses].filter(isScript).map((address) => address.slice(url.length))
    const bytes = (/** @type {readonly string[]} */ paths) =>
      paths.reduce((sum, path) => sum + gzipped(join(folder, path)), 0)
    const beforeScripts = scripts(before)
    const openScripts = scripts(new Set([...after, ...untouched.before].filter((address) => !before.has(address))))
    return {
      beforeBytes: bytes(beforeScripts),
      beforeScripts,
      openBytes: bytes(openScripts),
      openScripts,
      foreign: [...untouched.before].filter((address) => !address.startsWith(url) && !address.startsWith('data:')),
    }
  } finally {
    stop()
  }
}

const gzipped = (/** @type {string} */ file) => gzipSync(readFileSync(file), { level: 9 }).length

/**
 * @param {import('playwright-core').Browser} browser @param {string} url @param {{ idle: boolean, opens: boolean }} how
 * @returns {Promise<{ before: Set<string>, after: Set<string> }>}
 */
async function visit(browser, url, { idle, opens }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    if (!idle) await page.addInitScript('window.requestIdleCallback = () => 0')
    await page.route(
      (address) => !address.href.startsWith(url),
      (route) => route.abort(),
    )
    /** @type {Set<string>} */
    const requested = new Set()
    let last = performance.now()
    page.on('request', (request) => {
      last = performance.now()
      requested.add(request.url().split(/[?#]/)[0] ?? '')
    })
    const settled = async () => {
      while (performance.now() - last < quietMs) await page.waitForTimeout(50)
    }
    /** @type {string[]} */
    const failures = []
    page.on('pageerror', (error) => failures.push(error.message))
    const appears = (/** @type {import('playwright-core').Locator} */ part) =>
      part.waitFor({ timeout: 30_000 }).catch(() => {
        throw new SetupError(`The built page shows no ${part}. ${failures.join('; ')}`)
      })
    await page.goto(url)
    const button = page.getByRole('button', { name: 'Connect wallet' }).first()
    await appears(button)
    await settled()
    const before = new Set(requested)
    if (opens) {
      await button.click()
      await appears(page.getByRole('dialog'))
      await settled()
    }
    if (failures.length) throw new SetupError(`The built page failed: ${failures.join('; ')}`)
    return { before, after: requested }
  } finally {
    await context.close()
  }
}
