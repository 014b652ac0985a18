import type { Page } from 'playwright-core'
import { type Address, type Hex, parseEther, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Watched } from './support/browser.js'
import { addressOn, press, requestOf, saveRecovery, serveEmailSite, wallet } from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { chainAt, openSend, review, sendButton } from './support/send-page.js'
import { allow, newAccount, openWindow } from './support/social-login.js'
import { createStage } from './support/stage.js'

/** A site with six social login providers and email login. */
const stage = createStage({
  serve: (sandboxUrl) =>
    serveEmailSite(sandboxUrl, {
      socials: ['google', 'x', 'discord', 'github', 'apple', 'facebook'],
      script: `
        const own = Object.assign(document.createElement('button'), { id: 'own', textContent: 'Google' })
        own.onclick = () => modal.use(emailSocial).login('google')
        document.body.append(own)`,
    }),
})

const chain = () => chainAt(stage.sandboxUrl)
const visit = (query = ''): Promise<Watched> => stage.open({ wallets: [], query })

/** Logs in with a new account. */
async function logIn(page: Page, name: string, account: string): Promise<Address> {
  await page.click('#open')
  await allow(await openWindow(page, name), account)
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  return addressOn(page)
}

describe('social login', () => {
  it('creates a wallet, and a transaction approved in the frame is mined', async () => {
    const { page } = await visit()
    const address = await logIn(page, 'Google', newAccount())
    await chain().setBalance({ address, value: parseEther('3') })
    const receiver = privateKeyToAddress(generatePrivateKey())
    await openSend(page)
    await review(page, { amount: '1.25', to: receiver })
    await sendButton(page).click()
    await wallet(page).getByText('Send 1.25 ETH').waitFor()
    await press(page, 'Approve')
    await expect.poll(() => chain().getBalance({ address: receiver }), { timeout: 20_000 }).toBe(parseEther('1.25'))
  })

  it('gives an account the same address at each login, and another address at another service', async () => {
    const { page } = await visit()
    const account = newAccount()
    const address = await logIn(page, 'GitHub', account)
    await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
    await page.click('#open')
    await allow(await openWindow(page, 'GitHub'), account)
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await addressOn(page)).toBe(address)
    await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
    expect(await logIn(page, 'Discord', account)).not.toBe(address)
  })

  it('replaces the account of a connected login, and signs with the new one', async () => {
    const { page } = await visit()
    const account = newAccount()
    const address = await logIn(page, 'GitHub', account)
    const logInAgain = async (name: string): Promise<void> => {
      await page.click('#open')
      await row(page, 'Wallets').click()
      await row(page, 'Add another wallet').click()
      await allow(await openWindow(page, name), account)
    }
    await logInAgain('Discord')
    await saveRecovery(page)
    await expect.poll(() => addressOn(page)).not.toBe(address)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await logInAgain('GitHub')
    await expect.poll(() => addressOn(page), { timeout: 10_000 }).toBe(address)
    const signature = requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
    await press(page, 'Approve')
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signature) as Hex })).toBe(true)
  })

  it('says that consent was denied, and a second try logs in', async () => {
    const { page } = await visit()
    await page.click('#open')
    const popup = await openWindow(page, 'X')
    await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Deny' }).click()])
    await dialog(page).getByText('Login declined').waitFor()
    const again = page.waitForEvent('popup')
    await row(page, 'Try again').click()
    await allow(await again, newAccount())
    await wallet(page).getByText('I have saved the code').waitFor({ timeout: 20_000 })
  })

  it('continues in the window if the page that has started the login is gone', async () => {
    const { page } = await visit()
    await page.click('#open')
    const popup = await openWindow(page, 'GitHub')
    await page.close()
    await popup.getByLabel('Account').fill(newAccount())
    await popup.getByRole('button', { name: 'Allow' }).click()
    await saveRecovery(popup)
    await dialog(popup).waitFor({ state: 'hidden' })
    expect(await addressOn(popup)).toMatch(/^0x[\da-fA-F]{40}$/)
    expect(new URL(popup.url()).hash).toBe('')
  })

  it('offers to open a closed window again', async () => {
    const { page } = await visit()
    await page.click('#open')
    const popup = await openWindow(page, 'Apple')
    await dialog(page).getByText('Connect in the provider window').waitFor()
    await popup.close()
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await dialog(page).getByText('If the window was closed, open it again.').waitFor()
    const again = page.waitForEvent('popup')
    await row(page, 'Open window').click()
    await allow(await again, newAccount())
    await wallet(page).getByText('I have saved the code').waitFor({ timeout: 20_000 })
  })
})

describe("a button of the site's own", () => {
  it("starts a social login: opens the service's window within the click, and the modal", async () => {
    const { page } = await visit()
    await page.evaluate(() => Reflect.get(window, 'modal').prefetch())
    const opened = page.waitForEvent('popup')
    await page.click('#own')
    const popup = await opened
    await dialog(page).getByText('Connect in the provider window').waitFor()
    await allow(popup, newAccount())
    await saveRecovery(page)
    await dialog(page).waitFor({ state: 'hidden' })
    const user = () =>
      page.evaluate(() => Reflect.get(window, 'modal').use(Reflect.get(window, 'emailSocial')).user.value)
    expect(await user()).toEqual({ login: 'google' })
    await page.reload()
    await expect.poll(user).toEqual({ login: 'google' })
    await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
    expect(await user()).toBeNull()
  })

  it('opens the window as soon as the code is loaded, and closing the modal ends the login', async () => {
    const { page } = await visit()
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => document.querySelector<HTMLElement>('#own')?.click())
    await (await opened).getByRole('button', { name: 'Allow' }).waitFor({ timeout: 20_000 })
    await dialog(page).getByText('Connect in the provider window').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await allow(await opened, newAccount())
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => Reflect.get(window, 'modal').connections.all.value.length)).toBe(0)
  })
})

describe('F7: protection of a social login', () => {
  it('rejects a callback that was already used, or that another browser opens', async () => {
    const { page } = await visit()
    await page.click('#open')
    const popup = await openWindow(page, 'Google')
    const callback = popup.waitForRequest((request) => request.url().includes('/social/callback/google'))
    await allow(popup, newAccount())
    const url = (await callback).url()
    const replayed = await page.context().newPage()
    expect((await replayed.goto(url))?.status()).toBe(400)

    const other = await visit()
    await other.page.click('#open')
    const second = await openWindow(other.page, 'Google')
    const { request } = other.page.context()
    const options = { maxRedirects: 0 } as const
    const form = { account: newAccount(), decision: 'allow' }
    const resumed = (await request.post(second.url(), { ...options, form })).headers().location ?? ''
    const stolen = (await request.get(new URL(resumed, second.url()).href, options)).headers().location ?? ''
    expect(stolen).toContain('/social/callback/google?')
    expect((await (await visit()).page.goto(stolen))?.status()).toBe(400)
    // the callback is now used up: the browser that started the login cannot use it either
    expect((await second.goto(stolen))?.status()).toBe(400)
  })

  it('opens the provider’s window without `window.opener`', async () => {
    const { page } = await visit()
    await page.click('#open')
    const popup = await openWindow(page, 'Google')
    expect(await popup.evaluate(() => window.opener)).toBeNull()
  })
})

describe('the offered social logins', () => {
  it('are disabled until the legal checkbox is checked', async () => {
    const { page } = await visit('?legal')
    await page.click('#open')
    const google = row(page, 'Continue with Google')
    expect(await google.isDisabled()).toBe(true)
    await dialog(page).getByRole('checkbox').check()
    expect(await google.isEnabled()).toBe(true)
  })

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', ['X', 'Discord', 'GitHub', 'Apple', 'Facebook']],
    ['Mozilla/5.0 (Linux; Android 15)', ['Google', 'Discord', 'GitHub', 'Apple']],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', ['Google', 'Discord', 'GitHub', 'Apple', 'Facebook']],
  ])('omit services that do not work inside Telegram: %s', async (userAgent, names) => {
    const { page } = await stage.open({ wallets: [], options: { userAgent } })
    await page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }))
    await page.reload()
    await page.click('#open')
    const buttons = dialog(page).getByRole('button', { name: /^Continue with / })
    await buttons.first().waitFor()
    const found = await buttons.evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').replace('Continue with ', '')),
    )
    expect(found).toEqual(names)
  })
})
