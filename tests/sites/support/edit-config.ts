import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dialog } from '../../e2e/support/modal.js'

/**
 * Edits a site's config file twice, as its owner does while the dev server runs, and puts it back. Each time the page of a connected visitor
 * has to come by itself to a modal that is set up so, with the same account.
 */
export async function editConfig(site: string, page: Page): Promise<void> {
  const path = join(site, 'src/wallet-modal.config.ts')
  const text = readFileSync(path, 'utf8')
  try {
    for (const locale of ['de', 'ar']) {
      const made = text.replace('(generated())', `({ ...generated(), locale: '${locale}' })`)
      writeFileSync(path, `${made}\nObject.assign(globalThis, { edited: '${locale}' })\n`)
      await page.waitForFunction((wanted) => Reflect.get(globalThis, 'edited') === wanted, locale)
      await page.getByTestId('balance').getByText('ETH').waitFor()
      await page.getByRole('button', { name: 'Manage account' }).click()
      await page.locator(`dialog[lang=${locale}]`).getByText('0xf39F').first().waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
  } finally {
    writeFileSync(path, text)
  }
}
