import type { Locator, Page } from 'playwright-core'

export const dialog = (page: Page): Locator => page.getByRole('dialog')

/** A button in the modal. */
export const row = (page: Page, name: string | RegExp): Locator => dialog(page).getByRole('button', { name })

/** Clicks the site's own button and connects the test wallet. */
export async function connectWith(button: Locator): Promise<void> {
  const page = button.page()
  await button.click()
  await row(page, 'Zephyr').click()
  await dialog(page).waitFor({ state: 'hidden' })
}

/**
 * Connects the sandbox wallet on a site made by the command line, and waits for the balance. `request`: title of the wallet's approval; on a site with
 * sign-in, the wallet connects and signs in with one approval.
 */
export async function connectSandbox(page: Page, request = 'Test Site wants to connect'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await row(page, 'Sandbox Wallet').click()
  await dialog(page).getByText(request).waitFor()
  await row(page, 'Approve').click()
  await page.getByTestId('address').waitFor()
  await page.getByTestId('balance').getByText('ETH').waitFor()
}

export const isScrolled = (page: Page): Promise<boolean> =>
  dialog(page)
    .locator('.wm-card > .wm-body')
    .evaluate((body) => body.scrollTop > 0)

/** Whether a click at the centre of the element would hit it, without scrolling. */
export const isReachable = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const root = one.getRootNode()
    const hit = root instanceof ShadowRoot ? root.elementFromPoint(left + width / 2, top + height / 2) : null
    return one.contains(hit)
  })
