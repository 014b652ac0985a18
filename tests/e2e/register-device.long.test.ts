import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  linkFor,
  newEmail,
  newestMail,
  otpField,
  saveRecovery,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'

/** Origin of a gateway that mails a link for each unknown browser, and admits the browser once the link is approved. */
const linkOrigin = (sandboxUrl: string): string => `http://links.frame.localhost:${new URL(sandboxUrl).port}`
const stage = createStage({
  serve: (sandboxUrl) => serveEmailSite(sandboxUrl, { frame: linkOrigin(sandboxUrl) }),
})
const visit = async (): Promise<Page> => (await stage.open({ wallets: [] })).page
const advance = () => advanceClock(stage.sandboxUrl, 31_000)

async function askForLink(page: Page, email: string): Promise<void> {
  await page.click('#open')
  await dialog(page).getByPlaceholder('Enter your email').fill(email)
  await row(page, 'Continue').click()
  await dialog(page).getByRole('heading', { name: 'Register Device' }).waitFor()
}

/** Opens the link in a separate browser context, as another device would, and presses the button. Resolves with the text of the opened page. */
async function answerLink(link: string, button: string, heading: string): Promise<string> {
  const { page } = await stage.open({ wallets: [], at: link })
  const text = await page.locator('main').textContent()
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('heading', { name: heading }).waitFor()
  await page.context().close()
  return text ?? ''
}

it('F6, F10: a new browser logs in after its link is approved elsewhere, and next time by code alone', async () => {
  const page = await visit()
  const email = newEmail()
  await askForLink(page, email)
  const first = await linkFor(page, email)
  await advance()
  await page.clock.setFixedTime(Date.now() + 31_000) // ends the view's own cooldown
  await row(page, 'Resend Link').click()
  await dialog(page).getByText('Link email resent').waitFor()
  const link = await linkFor(page, email)
  expect(link).not.toBe(first)
  const shown = await answerLink(link, 'Approve', 'Approved')
  expect(shown).toContain(email)
  expect(shown).toContain(new URL(stage.siteUrl).origin)
  expect(shown).toMatch(/Chrome on Linux/)
  await dialog(page).getByRole('heading', { name: 'Confirm Email' }).waitFor({ timeout: 10_000 })
  await otpField(page).fill(await codeFor(page, email))
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
  const address = await addressOn(page)
  const { page: again } = await stage.open({ wallets: [], at: link })
  await again.getByText('This link was used before or has expired.').waitFor()

  await page.evaluate(() => Reflect.get(window, 'modal').disconnect())
  await advance()
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await addressOn(page)).toBe(address)
})

it('a browser does not log in if its link is refused, or is approved after the visitor left the view', async () => {
  const page = await visit()
  const email = newEmail()
  await askForLink(page, email)
  await answerLink(await linkFor(page, email), 'It was not me', 'Refused')
  await dialog(page).getByText('This login was refused through the link in the mail.').waitFor({ timeout: 10_000 })

  const [other, another] = [await visit(), newEmail()]
  await askForLink(other, another)
  const link = await linkFor(other, another)
  await row(other, 'Back').click()
  await dialog(other).getByPlaceholder('Enter your email').waitFor()
  await answerLink(link, 'Approve', 'Approved')
  await other.waitForTimeout(3_000)
  expect(await linkFor(other, another)).toBe(link) // no code was sent
  expect(await wallet(other).locator('main').count()).toBe(0)
})

it('F6: a visitor who reloads the page while the link waits can continue, and then enter the code', async () => {
  const page = await visit()
  const email = newEmail()
  await askForLink(page, email)
  await page.reload()
  await askForLink(page, email)
  await answerLink(await linkFor(page, email), 'Approve', 'Approved')
  await dialog(page).getByRole('heading', { name: 'Confirm Email' }).waitFor({ timeout: 10_000 })
  await otpField(page).fill(await codeFor(page, email))
  await saveRecovery(page)
  await dialog(page).waitFor({ state: 'hidden' })
})

it.each([
  ['de', 'ltr', 'Sind Sie das?', 'Zustimmen', 'Zugestimmt', /^\d{6} ist Ihr Anmeldecode$/],
  ['ar', 'rtl', 'هل هذا أنت؟', 'موافقة', 'تمت الموافقة', /^\d{6} هو رمز تسجيل الدخول$/],
])('%s: the mails and the approval page use the language of the site', async (...given) => {
  const [locale, direction, title, button, approved, subject] = given
  const { page } = await stage.open({ wallets: [], query: `?locale=${locale}` })
  const email = newEmail()
  await page.click('#open')
  const field = dialog(page).locator('input[type="email"]')
  await field.fill(email)
  await field.press('Enter')
  await expect.poll(() => linkFor(page, email).catch(() => ''), { timeout: 20_000 }).toMatch(/^http/)
  const { page: opened } = await stage.open({ wallets: [], at: await linkFor(page, email) })
  await opened.getByRole('heading', { name: title }).waitFor()
  expect(await opened.evaluate(() => document.documentElement.dir)).toBe(direction)
  await opened.getByRole('button', { name: button }).click()
  await opened.getByRole('heading', { name: approved }).waitFor()
  await expect.poll(async () => (await newestMail(page, email)).subject, { timeout: 20_000 }).toMatch(subject)
  expect((await newestMail(page, email)).text).toContain(new URL(page.url()).host)
})
