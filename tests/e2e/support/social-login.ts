import type { Page } from 'playwright-core'
import { row } from './modal.js'

let accounts = 0

/** Name of an account at a login provider. No earlier login has used it. */
export const newAccount = (): string => `visitor-${Date.now()}-${++accounts}`

/** Clicks the button of a login provider. Resolves with the window of the provider's page. */
export async function openWindow(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await row(page, `Continue with ${name}`).click()
  const popup = await opened
  await popup.getByRole('button', { name: 'Allow' }).waitFor({ timeout: 20_000 })
  return popup
}

/** Allows the login on the provider's page, whose window then closes itself. */
export async function allow(popup: Page, account: string): Promise<void> {
  await popup.getByLabel('Account').fill(account)
  await Promise.all([
    popup.waitForEvent('close', { timeout: 20_000 }),
    popup.getByRole('button', { name: 'Allow' }).click(),
  ])
}
