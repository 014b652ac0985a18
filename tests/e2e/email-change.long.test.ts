import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import {
  addressOn,
  advanceClock,
  askForCode,
  codeFor,
  logIn,
  newEmail,
  otpField,
  press,
  serveEmailSite,
  wallet,
} from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })
const visit = () => stage.open({ wallets: [], query: '' })
const advance = () => advanceClock(stage.sandboxUrl, 31_000)

/** Requests a change of the email address, and waits until the frame shows the new address. */
async function requestChange(page: Page, email: string): Promise<void> {
  await page.click('#open')
  await row(page, 'Edit Email').click()
  await dialog(page).getByLabel('New email').fill(email)
  await row(page, 'Continue').click()
  await wallet(page).getByText(email).waitFor()
}

const disconnect = (page: Page) => page.evaluate(() => Reflect.get(window, 'modal').disconnect())

it('F6: an email change needs a code from each address and keeps the wallet; a login with the old email gets another wallet', async () => {
  const { page } = await visit()
  const [before, after] = [newEmail(), newEmail()]
  const { address } = await logIn(page, before)
  await requestChange(page, after)
  await press(page, 'Approve')
  await dialog(page)
    .getByText(/Please try again after \d+ seconds/)
    .waitFor({ timeout: 20_000 })
  await advance()
  await row(page, 'Continue').click() // the change is already approved, so the frame does not ask again
  await dialog(page).getByRole('heading', { name: 'Confirm Current Email' }).waitFor()
  await dialog(page).getByText(before).waitFor()
  await otpField(page).fill(await codeFor(page, before))
  await dialog(page).getByRole('heading', { name: 'Confirm New Email' }).waitFor()
  const code = await codeFor(page, after)
  await otpField(page).fill(code === '000000' ? '000001' : '000000')
  await dialog(page).getByText('The code is wrong.').waitFor()
  await otpField(page).fill(code)
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await addressOn(page)).toBe(address)

  await disconnect(page)
  await advance()
  await askForCode(page, after)
  await otpField(page).fill(await codeFor(page, after))
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await addressOn(page)).toBe(address)

  await disconnect(page)
  expect((await logIn(page, before)).address).not.toBe(address)
})

it('no mail is sent if the visitor rejects an email change in the frame or closes the modal instead', async () => {
  const { page } = await visit()
  const [before, after] = [newEmail(), newEmail()]
  await logIn(page, before)
  const login = await codeFor(page, before)
  await advance()
  await requestChange(page, after)
  await press(page, 'Reject')
  await dialog(page).getByLabel('New email').waitFor()
  await requestAndClose(page, after)
  expect(await codeFor(page, before)).toBe(login)
  await expect(codeFor(page, after)).rejects.toThrow('No mail')
})

/** Requests the change again, and closes the modal while the frame shows the new address. */
async function requestAndClose(page: Page, email: string): Promise<void> {
  await dialog(page).getByLabel('New email').fill(email)
  await row(page, 'Continue').click()
  await wallet(page).getByText(email).waitFor()
  await row(page, 'Close').click()
  await dialog(page).waitFor({ state: 'hidden' })
}
