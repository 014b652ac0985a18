import type { Locator, Page } from 'playwright-core'
import type { Address } from 'viem'
import { addressOn, askForCode, codeFor, newEmail, otpField, press, requestOf } from './email-site.js'
import { dialog } from './modal.js'
import type { Stage } from './stage.js'

/** Origin of the frame of a gateway with `approvals: 'window'`. */
export const windowOrigin = (sandboxUrl: string): string => `http://windows.frame.localhost:${new URL(sandboxUrl).port}`

/** Clicks a button of the frame and resolves with the window that it opens. */
export async function openWindow(page: Page, name = 'Review in a window'): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await press(page, name)
  return opened
}

export const approve = (opened: Page): Locator => opened.getByRole('button', { name: 'Approve' })

/** Logs in with an email address that has no wallet yet, and saves the recovery code in a window. */
export async function logInWithWindow(
  page: Page,
  email: string,
): Promise<{ readonly address: Address; readonly recovery: string }> {
  await askForCode(page, email)
  await otpField(page).fill(await codeFor(page, email))
  const opened = await openWindow(page, 'Show the code in a window')
  const recovery = String(await opened.locator('code').textContent())
  await opened.getByText('I have saved the code').click()
  await opened.getByRole('button', { name: 'Continue' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  return { address: await addressOn(page), recovery }
}

/** Opens the site for a new visitor, who logs in. */
export async function openNewVisitor(
  stage: Pick<Stage, 'open'>,
  query = '',
): Promise<{ readonly page: Page; readonly address: Address }> {
  const { page } = await stage.open({ wallets: [], query })
  return { page, address: (await logInWithWindow(page, newEmail())).address }
}

/** Requests a signature of the message "Hello". */
export const signHello = (page: Page, address: string): Promise<unknown> =>
  requestOf(page, 'personal_sign', ['0x48656c6c6f', address])
