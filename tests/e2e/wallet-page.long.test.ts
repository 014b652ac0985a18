import type { Page } from 'playwright-core'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { addAuthenticator } from './support/authenticator.js'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  frameOrigin,
  logIn,
  newEmail,
  otpField,
  press,
  pressOn,
  requestOf,
  saveRecovery,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'

// Keeps storage partitioning, as in visitors' browsers. Playwright disables it in its own `--disable-features` list. This argument replaces that list,
// because Chromium uses only the last `--disable-features` argument
const stage = createStage({ serve: serveEmailSite, browserArgs: ['--disable-features=Translate'] })
const visit = async (query = ''): Promise<Page> => (await stage.open({ wallets: [], query })).page
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

it('F8: the wallet’s own page exports the key after the recovery code, and its login ends on reload', async () => {
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

it('F8: a passkey removed on the wallet’s own page no longer opens the wallet in a new browser', async () => {
  const site = await visit()
  await addAuthenticator(site)
  const email = newEmail()
  await askForCode(site, email)
  await otpField(site).fill(await codeFor(site, email))
  const recovery = await saveRecovery(site)
  await pressOn(site, 'Add a passkey')
  await dialog(site).waitFor({ state: 'hidden' })
  const address = await addressOn(site)

  const own = await openWalletPage(site)
  await logInThere(own, site, email)
  await own.getByText('Passkeys: 1').waitFor()
  await button(own, 'Passkeys').click()
  await own.getByRole('heading', { name: /^Added on \w+ \d+, \d{4}/ }).waitFor()
  await own.getByRole('button', { name: /^Remove: Added on/ }).click()
  await button(own, 'Use the recovery code').click()
  await own.getByLabel('Recovery code').fill(recovery)
  await button(own, 'Continue').click()
  await own.getByText('The passkey was removed.').waitFor()
  await own.getByText('Only the recovery code opens this wallet in a new browser.').waitFor()
  expect(await own.locator('article').count()).toBe(0)
  await button(own, 'Close').click()
  await own.getByText('There is no passkey.').waitFor()
  expect(await button(own, 'Passkeys').count()).toBe(0)

  const other = await visit()
  await addAuthenticator(other)
  await advanceClock(stage.sandboxUrl, 31_000)
  await askForCode(other, email)
  await otpField(other).fill(await codeFor(other, email))
  const field = wallet(other).getByLabel('Recovery code')
  await field.waitFor()
  expect(await wallet(other).getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
  await field.fill(recovery)
  await press(other, 'Continue')
  await pressOn(other, 'Not now')
  await dialog(other).waitFor({ state: 'hidden' })
  expect(await addressOn(other)).toBe(address)
})

it('F9: the wallet’s own page cannot be framed, not even by an allowed site', async () => {
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

/** Presses the button of a login provider. Resolves with the window of the provider's page. */
async function openService(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await button(page, name).click()
  const popup = await opened
  await popup.getByLabel('Account').waitFor({ timeout: 20_000 })
  return popup
}

/** Answers on the provider's page, whose window then closes itself. */
async function answer(popup: Page, decision: 'Allow' | 'Deny', account = 'ann'): Promise<void> {
  await popup.getByLabel('Account').fill(account)
  await Promise.all([popup.waitForEvent('close', { timeout: 20_000 }), button(popup, decision).click()])
}

it('F3, F7: a visitor who logged in with Google on the site can log in with Google on the wallet’s own page, and gets the same account', async () => {
  const site = await visit('?socials=google,farcaster')
  const account = `visitor-${Date.now()}`
  await site.click('#open')
  await answer(await openService(site, 'Continue with Google'), 'Allow', account)
  const recovery = await saveRecovery(site)
  await dialog(site).waitFor({ state: 'hidden' })
  const address = await addressOn(site)

  const own = await openWalletPage(site)
  await answer(await openService(own, 'Continue with Google'), 'Deny')
  await own.getByText('The login was declined.').waitFor()
  const cancelled = await openService(own, 'Continue with GitHub')
  await own.getByText('Log in in the window of GitHub.').waitFor()
  await button(own, 'Cancel').click()
  await cancelled.close()

  const popup = await openService(own, 'Continue with Google')
  expect(await popup.evaluate(() => window.opener)).toBeNull()
  const authorization = popup.context().waitForEvent('request', (one) => one.url().includes('/social/callback/google'))
  await answer(popup, 'Allow', account)
  const callback = (await authorization).url()
  await own.getByText('Recovery', { exact: true }).waitFor()
  expect(await shownAddress(own)).toBe(address)
  await own.getByText(`Google: ${account}`).waitFor()
  expect(own.url()).not.toContain('code=')

  const replayed = await own.context().newPage()
  expect((await replayed.goto(callback))?.status()).toBe(400)

  await button(own, 'Export private key').click()
  await button(own, 'Continue').click()
  await own.getByLabel('Recovery code').fill(recovery)
  await button(own, 'Continue').click()
  await button(own, 'Show key').click()
  expect(privateKeyToAccount(String(await own.locator('code').textContent()) as Hex).address).toBe(address)
  await button(own, 'Close').click()

  await button(own, 'Devices').click()
  await own.getByText('This device').waitFor()
  expect(await own.locator('article').count()).toBe(2)
  await button(own, 'Close').click()
  await button(own, 'Sign out').click()
  await own.getByText('You are signed out of this page.').waitFor()
})

it('F7: a social login of the wallet’s own page can return only to that page', async () => {
  const own = await visit()
  await own.goto(pageUrl())
  const { origin } = new URL(pageUrl())
  const begin = (returnUrl: string, site = origin) =>
    own.evaluate(
      async ({ returnUrl, site }) => {
        const random = () =>
          Array.from(crypto.getRandomValues(new Uint8Array(32)), (one) => one.toString(16).padStart(2, '0'))
        const body = { attempt: random().join(''), challenge: random().join(''), provider: 'google', site, returnUrl }
        return (await fetch('/accounts/social/begin', { method: 'POST', body: JSON.stringify(body) })).status
      },
      { returnUrl, site },
    )
  expect(await begin(pageUrl())).toBe(200)
  for (const elsewhere of ['https://evil.example/dashboard', `${origin}/sdk`, `${origin}/dashboard/x`])
    expect(await begin(elsewhere)).toBe(403)
  expect(await begin('https://evil.example/dashboard', 'https://evil.example')).toBe(403)
})

it('F3: a Farcaster account logs in on the wallet’s own page with its phone', async () => {
  const own = await visit()
  await own.goto(pageUrl())
  await button(own, 'Continue with Farcaster').click()
  await own.getByRole('img', { name: 'QR code for Farcaster' }).waitFor()
  const opened = own.context().waitForEvent('page')
  await own.getByRole('link', { name: 'Open Farcaster' }).click()
  const phone = await opened
  await phone.getByLabel('Account').selectOption('ann')
  await button(phone, 'Approve').click()
  await phone.getByText('The answer was sent.').waitFor()
  await own.getByText('This account has no wallet yet.').waitFor()
  await own.getByText(/^Farcaster: /).waitFor()
})
