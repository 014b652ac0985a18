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

/** Connects the sandbox's own wallet on the site that the command line makes, up to the balance. */
export async function connectSandbox(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await row(page, 'Sandbox Wallet').click()
  await dialog(page).getByText('Test Site wants to connect').waitFor()
  await row(page, 'Approve').click()
  await page.getByTestId('address').waitFor()
  await page.getByTestId('balance').getByText('ETH').waitFor()
}

export const isScrolled = (page: Page): Promise<boolean> =>
  dialog(page)
    .locator('.wm-card > .wm-body')
    .evaluate((body) => body.scrollTop > 0)

/** Whether a press in the middle of the element reaches it where it is now, without scrolling. */
export const isReachable = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const root = one.getRootNode()
    const hit = root instanceof ShadowRoot ? root.elementFromPoint(left + width / 2, top + height / 2) : null
    return one.contains(hit)
  })
