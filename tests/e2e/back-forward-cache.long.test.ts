import { type Browser, chromium, type Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { launchOptions } from '../setup/chromium.mjs'
import { address, createPhoneStage, request, showCode } from './support/phone-page.js'

const { stage, phone, pair } = createPhoneStage()
let browser: Browser
afterEach(() => browser.close())

/** Opens the page in a browser that has the back/forward cache, which Playwright disables by default. */
async function open(): Promise<Page> {
  browser = await chromium.launch({ ...launchOptions(), ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${stage.siteUrl}?cacheable`)
  return page
}

/** Leaves the page, and returns to it through the back/forward cache after `act`. */
async function leaveDuring(page: Page, act?: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))
  await page.goto(`${stage.siteUrl}?elsewhere`)
  await act?.()
  await page.goBack({ waitUntil: 'commit', timeout: 2_000 }).catch(() => undefined) // Playwright misses the navigation
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
}

it('keeps its session, which can sign', async () => {
  const page = await open()
  await pair(page)
  await leaveDuring(page)
  expect(await address(page)).toBe(phone().address)
  const before = phone().asked.length
  expect(await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])).toMatchObject({
    result: expect.stringMatching(/^0x/),
  })
  expect(phone().asked.length).toBe(before + 1)
})

it('notices that the wallet has ended the session meanwhile', async () => {
  const page = await open()
  await pair(page)
  await leaveDuring(page, () => phone().disconnect())
  await expect.poll(() => address(page), { timeout: 15_000 }).toBe('')
})

it('notices that another tab has disconnected meanwhile', async () => {
  const page = await open()
  await pair(page)
  const other = await page.context().newPage()
  await other.goto(stage.siteUrl)
  await expect.poll(() => address(other)).toBe(phone().address)
  await page.bringToFront()
  await leaveDuring(page, () => other.evaluate(() => window.site.modal.disconnect()))
  await expect.poll(() => address(page)).toBe('')
})

it('connects once if the wallet approves the displayed code later', async () => {
  const page = await open()
  const uri = await showCode(page)
  await leaveDuring(page)
  await phone().pair(uri)
  await expect.poll(() => address(page), { timeout: 15_000 }).toBe(phone().address)
  expect(phone().sessions()).toHaveLength(1)
})

it('connects once if the wallet has approved the displayed code meanwhile', async () => {
  const page = await open()
  const uri = await showCode(page)
  await leaveDuring(page, () => phone().pair(uri))
  await expect.poll(() => address(page), { timeout: 15_000 }).toBe(phone().address)
  expect(phone().sessions()).toHaveLength(1)
})
