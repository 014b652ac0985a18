import type { Page } from 'playwright-core'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import {
  advanceClock,
  codeFor,
  frameOrigin,
  logIn,
  newEmail,
  requestOf,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'

// Playwright turns the partitioning of storage off, which visitors' browsers have; the last of these flags counts
const stage = createStage({ serve: serveEmailSite, browserArgs: ['--disable-features=Translate'] })
const visit = async (): Promise<Page> => (await stage.open({ wallets: [], query: '' })).page
const pageUrl = (): string => `${frameOrigin(stage.sandboxUrl)}/dashboard`

/** Opens the wallet's own page from the account view. */
async function openWalletPage(page: Page): Promise<Page> {
  await page.click('#open')
  await row(page, 'Upgrade Your Wallet').click()
  await dialog(page).getByText(new URL(pageUrl()).host).waitFor()
  const opened = page.context().waitForEvent('page')
  await row(page, 'Open wallet page').click()
  const own = await opened
  await own.getByRole('heading', { name: 'Your wallet' }).waitFor()
  return own
}

const button = (page: Page, name: string) => page.getByRole('button', { name })

/** Logs in to the wallet's own page. The mail is read through the site's page. */
async function logInThere(own: Page, site: Page, email: string): Promise<void> {
  await advanceClock(stage.sandboxUrl, 31_000)
  await own.getByLabel('Email').fill(email)
  await button(own, 'Send code').click()
  const field = own.getByLabel('Code of six digits')
  await field.waitFor()
  const code = await codeFor(site, email)
  await field.fill(code === '000000' ? '000001' : '000000')
  await button(own, 'Continue').click()
  await own.getByText('The code is wrong.').waitFor()
  await field.fill(code)
  await button(own, 'Continue').click()
  await own.getByText('Recovery', { exact: true }).waitFor()
}

const shownAddress = async (own: Page): Promise<string> => String(await own.locator('.address').first().textContent())

it('F3: the wallet’s own page shows the address of the embedded wallet and signs the site’s device out', async () => {
  const site = await visit()
  const email = newEmail()
  const { address } = await logIn(site, email)
  const own = await openWalletPage(site)
  expect(new URL(own.url()).origin + new URL(own.url()).pathname).toBe(pageUrl())
  expect(await own.evaluate(() => window.opener)).toBeNull()
  await logInThere(own, site, email)
  expect(await shownAddress(own)).toBe(address)
  await own.getByText(email).waitFor()
  await own.getByText('this page has no part of the key yet').waitFor()

  await button(own, 'Devices').click()
  await own.getByText('This device').waitFor()
  expect(await own.locator('article').count()).toBe(2)
  expect(await requestOf(site, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
  await own.getByRole('button', { name: /^Sign out Chrome on Linux/ }).click()
  await own.getByText('Signed out: Chrome on Linux').waitFor()
  expect(await own.locator('article').count()).toBe(1)
  expect(await requestOf(site, 'eth_getBalance', [address, 'latest'])).toMatchObject({ code: 4100 })
  await button(own, 'Close').click()
  await button(own, 'Sign out').click()
  await own.getByText('You are signed out of this page.').waitFor()
})

it('F8: the wallet’s own page exports the key after the recovery code, and its login ends with it', async () => {
  const site = await visit()
  const email = newEmail()
  const { address, recovery } = await logIn(site, email)
  const own = await openWalletPage(site)
  await logInThere(own, site, email)

  await button(own, 'Export private key').click()
  await own.getByLabel('Recovery code').fill(recovery)
  await button(own, 'Cancel').click()
  await own.getByText('this page has no part of the key yet').waitFor()
  await button(own, 'Export private key').click()
  await own.getByLabel('Recovery code').fill(recovery)
  await button(own, 'Continue').click()
  await own.getByText('Whoever has this key can take everything').waitFor()
  await advanceClock(stage.sandboxUrl, 31_000)
  await button(own, 'Send code').click()
  const field = own.getByLabel('Code of six digits')
  await field.waitFor()
  await field.fill(await codeFor(site, email))
  await button(own, 'Continue').click()
  await button(own, 'Show key').click()
  const key = String(await own.locator('code').textContent()) as Hex
  expect(privateKeyToAccount(key).address).toBe(address)
  await button(own, 'Close').click()
  await own.getByText('This page has its part of the key.').waitFor()

  await own.reload()
  await own.getByLabel('Email').waitFor()
  await site.getByRole('button', { name: 'Close' }).first().click()
  await site.click('#open')
  await row(site, 'Devices').click()
  await wallet(site).getByText('No other device is logged in.').waitFor()
})

it('F9: no page can show the wallet’s own page in a frame, also no allowed site', async () => {
  const site = await visit()
  await site.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.id = 'stolen'
    frame.src = url
    document.body.append(frame)
  }, pageUrl())
  await expect
    .poll(() => site.frames().find((frame) => frame.url().startsWith('chrome-error:')) !== undefined, {
      timeout: 10_000,
    })
    .toBe(true)
  expect(await site.frameLocator('#stolen').getByText('Your wallet').count()).toBe(0)
})
