import type { Page } from 'playwright-core'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { addAuthenticator } from './support/authenticator.js'
import { addressOn, press, pressOn, saveRecovery, serveEmailSite, wallet } from './support/email-site.js'
import { dialog, row } from './support/modal.js'
import { allow, newAccount, openWindow } from './support/social-login.js'
import { createStage } from './support/stage.js'

// an account of a social login has no email address to which a code could be sent
const stage = createStage({ serve: (sandboxUrl) => serveEmailSite(sandboxUrl, { socials: ['github'] }) })

/** Logs in and saves the recovery code. Afterwards the frame offers to add a passkey if the browser has an authenticator; otherwise the login is complete. Returns the recovery code. */
async function logIn(page: Page): Promise<string> {
  await page.click('#open')
  await allow(await openWindow(page, 'GitHub'), newAccount())
  return saveRecovery(page)
}

async function openExport(page: Page): Promise<Address> {
  await dialog(page).waitFor({ state: 'hidden' })
  const address = await addressOn(page)
  await page.click('#open')
  await row(page, 'Export Key').click()
  await wallet(page).getByText('Whoever has this key can take everything').waitFor()
  await press(page, 'Continue')
  await wallet(page).getByLabel('Recovery code').waitFor()
  return address
}

const shownKey = async (page: Page): Promise<Hex> => {
  await press(page, 'Show key')
  return String(await wallet(page).locator('code').textContent()) as Hex
}

it('F8: the key of a social login is shown after the right recovery code, and not after a wrong one', async () => {
  const { page } = await stage.open({ wallets: [], query: '' })
  const recovery = await logIn(page)
  const address = await openExport(page)
  expect(await wallet(page).getByRole('button', { name: 'Use a passkey' }).count()).toBe(0)
  const field = wallet(page).getByLabel('Recovery code')
  await field.fill('no code')
  await press(page, 'Continue')
  await wallet(page).getByText('A recovery code has 26 letters and digits.').waitFor()
  await field.fill(recovery.replace(/[0-9A-Z]/, (first) => (first === '0' ? '1' : '0')))
  await press(page, 'Continue')
  await wallet(page).getByText('This code does not belong to your wallet.').waitFor()
  expect(await wallet(page).locator('code').count()).toBe(0)
  await field.fill(recovery)
  await press(page, 'Continue')
  expect(privateKeyToAccount(await shownKey(page)).address).toBe(address)
  await press(page, 'Close')
  await row(page, 'Export Key').waitFor()
})

it('F8: the key of a social login is shown after a passkey with user verification, and not without it', async () => {
  const { page } = await stage.open({ wallets: [], query: '' })
  const setVerified = await addAuthenticator(page)
  await logIn(page)
  await pressOn(page, 'Add a passkey')
  const address = await openExport(page)
  await press(page, 'Use a passkey')
  expect(privateKeyToAccount(await shownKey(page)).address).toBe(address)
  await press(page, 'Close')
  await row(page, 'Export Key').click()
  await press(page, 'Continue')
  await setVerified(false)
  await press(page, 'Use a passkey')
  await wallet(page).getByText('The passkey was not confirmed. Try again.').waitFor()
  await press(page, 'Cancel')
  await row(page, 'Export Key').waitFor()
  expect(await wallet(page).locator('code').count()).toBe(0)
})
