import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch, visitor, watch } from './support/browser.js'
import { type ServedSite, serveSite } from './support/serve.js'
import { buildSite, scaffoldSite } from './support/site.js'

const PORT = 4799

let sandbox: Sandbox
let browser: Browser
let served: ServedSite

beforeAll(async () => {
  sandbox = await startSandbox({ port: PORT })
  const directory = await buildSite(await scaffoldSite(), { mode: 'development', manifest: (manifest) => manifest })
  served = await serveSite({ directory, services: [sandbox.url] })
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
  await sandbox?.stop()
})

const dialog = (page: Page) => page.getByRole('dialog')

describe('a visitor without any wallet, on a site in development', () => {
  it('connects the sandbox wallet, signs what the sheet shows, switches the network and disconnects', async () => {
    const context = await visitor(browser)
    const watched = await watch(context)
    const { page } = watched
    await page.goto(served.url)
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
    await dialog(page).getByRole('button', { name: 'Sandbox Wallet' }).click()
    await dialog(page).getByText('Test Site wants to connect').waitFor()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await page.getByTestId('address').waitFor()
    await page.getByTestId('balance').getByText('ETH').waitFor()

    await page.getByRole('textbox', { name: 'Message' }).fill('A message to read first')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await dialog(page).getByText('A message to read first').waitFor()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Verified: this account signed this message.').waitFor()

    await page.getByRole('button', { name: 'Sign message' }).click()
    await dialog(page).getByRole('button', { name: 'Reject' }).click()
    await page.getByText('You declined. Nothing was signed.').waitFor()

    await page.getByRole('button', { name: 'Manage account' }).click()
    await dialog(page)
      .getByRole('button', { name: /Choose Network/ })
      .click()
    await dialog(page).getByRole('button', { name: 'Sandbox Two' }).click()
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Sandbox Two')

    await dialog(page).getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(watched.violations).toEqual([])
    expect(watched.errors).toEqual([])
    await context.close()
  })
})
