import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dialog } from '../../e2e/support/modal.js'

/**
 * Edits a site's config file twice while the dev server runs, then restores it. After each edit, asserts that the open page of a connected
 * visitor gets a modal with the new configuration and the same account.
 */
export async function editConfig(site: string, page: Page): Promise<void> {
  const path = join(site, 'src/wallet-modal.config.ts')
  const text = readFileSync(path, 'utf8')
  // Replaces the file by a rename. During a write, a dev server could find the file empty.
  const write = (content: string): void => {
    writeFileSync(join(site, 'edited-config'), content)
    renameSync(join(site, 'edited-config'), path)
  }
  try {
    for (const locale of ['de', 'ar']) {
      const made = text.replace('(generated())', `({ ...generated(), locale: '${locale}' })`)
      write(`${made}\nObject.assign(globalThis, { edited: '${locale}' })\n`)
      await page.waitForFunction((wanted) => Reflect.get(globalThis, 'edited') === wanted, locale)
      await page.getByTestId('balance').getByText('ETH').waitFor()
      await page.getByRole('button', { name: 'Manage account' }).click()
      await page.locator(`dialog[lang=${locale}]`).getByText('0xf39F').first().waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
  } finally {
    write(text)
  }
}
