import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '../setup/steps.mjs'
import { serve } from '../size/serve.mjs'
import { buildPage } from './build.mjs'
import { startGateway, startMails } from './gateway.mjs'
import { times } from './visit.mjs'

/** Maximum of each measured median, in milliseconds. */
const BAR_MS = 1000

/** @typedef {import('./visit.mjs').Times} Times */
/** @typedef {{ code: Times, paint: Times, holds: boolean }} FrameTimes milliseconds */

/**
 * Measures email logins of new visitors at a gateway. `code` is the time from submitting the email address until the field for the code is displayed;
 * meanwhile, the frame (the email wallet's iframe) is loaded. `paint` is the time from entering the code to the first paint of the frame, which shows
 * the recovery code of the new wallet.
 * @param {import('playwright-core').Browser} browser @param {number} runs @returns {Promise<FrameTimes>}
 */
export async function measureFrame(browser, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-modal-bench-'))
  await buildPage('frame', folder)
  const site = await serve(join(folder, 'frame'))
  const mails = await startMails()
  const gateway = await startGateway(folder, { mailPort: mails.port, site: new URL(site.url).origin })
  try {
    /** @type {{ code: number, paint: number }[]} */
    const visits = []
    for (let run = 0; run <= runs; run++)
      visits.push(
        await visit(browser, `${site.url}?gateway=${gateway.origin}`, { mails, email: `frame-${run}@shop.example` }),
      )
    const measured = visits.slice(1) // the first visit is a warm-up of the servers
    const [code, paint] = [times(measured.map((one) => one.code)), times(measured.map((one) => one.paint))]
    return { code, paint, holds: code.median <= BAR_MS && paint.median <= BAR_MS }
  } finally {
    gateway.child.kill()
    await once(gateway.child, 'exit')
    mails.stop()
    site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {import('playwright-core').Browser} browser @param {string} url
 * @param {{ mails: { codes: Map<string, string> }, email: string }} visitor
 */
async function visit(browser, url, { mails, email }) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.click('#open')
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder('Enter your email').fill(email)
    const submitted = Date.now()
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
    const field = dialog.getByLabel('Six-digit code')
    await field.waitFor()
    const code = Date.now() - submitted
    const entered = Date.now()
    await field.fill(mails.codes.get(email) ?? '')
    const frame = await (await page.locator('#w3m-iframe').elementHandle())?.contentFrame()
    if (!frame) throw new Error('The page has no frame.')
    const painted = await frame.evaluate(firstPaint)
    return { code, paint: painted - entered }
  } finally {
    await context.close()
  }
}

/** Runs in the frame. @returns {Promise<number>} time of the frame's first contentful paint, in milliseconds since 1970 */
function firstPaint() {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint')
      if (entry) resolve(performance.timeOrigin + entry.startTime)
    })
    observer.observe({ type: 'paint', buffered: true })
  })
}

/** @param {FrameTimes} times */
export function printFrame({ code, paint, holds }) {
  const formatTimes = (/** @type {Times} */ { median, min, max }) =>
    `median ${median.toFixed(0)} ms   ${min.toFixed(0)} to ${max.toFixed(0)} ms`
  say('Email login at a gateway on loopback')
  say(`  email -> field for the code, the frame is loaded meanwhile   ${formatTimes(code)}`)
  say(`  code -> first paint of the frame                             ${formatTimes(paint)}`)
  say(`  bar: median below ${BAR_MS} ms   ${holds ? 'holds' : 'MISSES'}`)
}
