import type { Locator, Page } from 'playwright-core'

export const dialog = (page: Page): Locator => page.getByRole('dialog')

/** A button in the modal. */
export const row = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('button', { name })

/** Connects the test wallet, beginning with the site's own button. */
export async function connectWith(button: Locator): Promise<void> {
  const page = button.page()
  await button.click()
  await row(page, 'Zephyr').click()
  await dialog(page).waitFor({ state: 'hidden' })
}
