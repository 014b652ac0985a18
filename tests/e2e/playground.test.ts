import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPlayground } from '../demo/playground-page.mjs'
import { repository } from '../setup/workspaces.mjs'
import { serve } from '../size/serve.mjs'
import { findWithAxe } from './support/axe.js'
import { createSandbox } from './support/shared-sandbox.js'
import { createVisits } from './support/visits.js'

const folder = join(repository, `.cache/playground-e2e-${process.pid}`)
const sandbox = createSandbox()
const visits = createVisits()
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  await buildPlayground(folder, { sandboxUrl: sandbox.url, connect: sandbox.url })
  site = await serve(folder)
})
afterAll(() => {
  site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const preview = (page: Page) => page.frameLocator('iframe')
const dialog = (page: Page) => preview(page).getByRole('dialog')

async function open(hash = '', width = 1280): Promise<Page> {
  const { page } = await visits.open(`${site.url}${hash}`, { options: { viewport: { width, height: 800 } } })
  await dialog(page).waitFor()
  return page
}

/** Connects the sandbox wallet on its EVM chain. */
async function connect(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Sandbox Wallet' }).click()
  await dialog(page).getByRole('button', { name: 'Ethereum' }).click()
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })

async function openAccount(page: Page): Promise<void> {
  await preview(page)
    .getByRole('button', { name: /0xf39F/ })
    .first()
    .click()
  await dialog(page).getByText('Sandbox Gold').first().waitFor()
}

const code = async (page: Page, title: string): Promise<string> => {
  await page.getByRole('tab', { name: 'Code' }).click()
  return (
    (await page.getByRole('heading', { name: title }).locator('xpath=following-sibling::pre[1]').textContent()) ?? ''
  )
}

describe('the playground', () => {
  it('opens the modal, connects the sandbox wallet, and marks the task as done', async () => {
    const page = await open()
    await connect(page)
    await page.getByRole('tab', { name: 'Try' }).click()
    expect(await page.getByLabel('Connect the Sandbox Wallet', { exact: true }).isChecked()).toBe(true)
    await preview(page).getByText('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266').waitFor()
  })

  it('resolves a receiver’s ENS name on-chain', async () => {
    const page = await open()
    await connect(page)
    await openAccount(page)
    await dialog(page).getByRole('button', { name: 'Send' }).click()
    await dialog(page)
      .getByText(/^Balance: 10/)
      .waitFor()
    await dialog(page).getByRole('textbox', { name: 'To', exact: true }).fill('hazel.eth')
    await dialog(page).getByText('resolves on-chain to').waitFor()
  })

  it('swaps and buys, and marks both tasks as done', async () => {
    const page = await open()
    await connect(page)
    await openAccount(page)
    await button(page, 'Swap').click()
    await field(page, 'You pay').fill('0.1')
    await dialog(page).getByRole('region', { name: 'You receive' }).getByRole('button').click()
    await dialog(page).getByText('Sandbox Dollar', { exact: true }).first().click()
    await button(page, 'Review swap').click()
    await button(page, 'Swap').click()
    await button(page, 'Approve').click()
    await preview(page)
      .getByText(/Swapped ETH to/)
      .waitFor({ timeout: 30_000 })
    await button(page, 'Close').click()
    await openAccount(page)
    // the account also holds a token with the same name, which has another icon
    await dialog(page).getByRole('tab', { name: 'Activity' }).click()
    const swapped = dialog(page).getByRole('listitem').filter({ hasText: 'Swapped' }).first()
    await swapped.waitFor()
    expect(await swapped.textContent()).not.toContain('Look-alike')
    await button(page, 'Buy').click()
    await dialog(page).getByRole('button', { name: 'Coinbase' }).click()
    await field(page, 'You pay').fill('100')
    await button(page, 'Review purchase').click()
    const [checkout] = await Promise.all([page.waitForEvent('popup'), button(page, 'Continue to Coinbase').click()])
    await checkout.getByRole('button', { name: 'Pay 100 USD' }).click()
    await dialog(page).getByText('Delivered', { exact: true }).waitFor({ timeout: 30_000 })
    await page.getByRole('tab', { name: 'Try' }).click()
    const bought = 'Buy ETH for $100 at Coinbase and pay with the test card'
    for (const task of ['Swap 0.1 ETH for SUSD', bought])
      await expect.poll(() => page.getByLabel(task, { exact: true }).isChecked()).toBe(true)
  })

  it('the Sandbox tab links to the inbox, which receives the mail of an email login', async () => {
    const page = await open()
    const mail = `visitor-${Date.now()}@example.org`
    await dialog(page).getByPlaceholder('Enter your email').fill(mail)
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Sandbox' }).click()
    const href = await page.getByRole('link', { name: 'inbox' }).getAttribute('href')
    expect(href).toBe(`${sandbox.url}/inbox`)
    const inbox = await page.context().newPage()
    await expect
      .poll(async () => {
        await inbox.goto(href ?? '')
        return inbox.getByText(mail).count()
      })
      .toBeGreaterThan(0)
  })

  it('applies theme, language and direction to the open modal', async () => {
    const page = await open()
    await page.getByRole('radio', { name: 'dark' }).check({ force: true })
    await page.getByLabel('Language').selectOption('de')
    await dialog(page).getByRole('heading', { name: 'Wallet verbinden' }).waitFor()
    expect(
      await preview(page)
        .locator('html')
        .evaluate((html) => getComputedStyle(html).colorScheme),
    ).toBe('dark')
    await page.getByRole('radio', { name: 'rtl' }).check({ force: true })
    await expect.poll(() => preview(page).locator('html').getAttribute('dir')).toBe('rtl')
  })

  it('reopens the modal after a plugin is switched off, and keeps the focus on the switch', async () => {
    const page = await open()
    await connect(page)
    await page.getByRole('button', { name: 'Open the modal' }).click()
    await dialog(page).getByRole('button', { name: 'Send' }).waitFor()
    const send = page.getByRole('switch', { name: /^Send/ })
    await send.uncheck()
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Send' }).count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Receive' }).waitFor()
    await expect.poll(() => send.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('sets plugin options, and stores them in the page’s URL', async () => {
    const page = await open()
    const plugin = page.locator('.plugin').filter({ hasText: 'Lists wallets to connect' })
    await plugin.getByText('Options').click()
    await plugin.getByLabel('allWallets').selectOption('HIDE')
    await expect
      .poll(() =>
        dialog(page)
          .getByRole('button', { name: /All Wallets/ })
          .count(),
      )
      .toBe(0)
    const again = await open(new URL(page.url()).hash)
    expect(await code(again, 'Command')).toContain('--all-wallets HIDE')
    expect(JSON.parse(await code(again, 'wallet-modal.json')).plugins['@wallet-modal/connect']).toEqual({
      allWallets: 'HIDE',
    })
  })

  it('enables the faucet after a wallet is connected, and shows its result', async () => {
    const page = await open()
    await page.getByRole('tab', { name: 'Sandbox' }).click()
    expect(await page.getByRole('button', { name: /Faucet/ }).isDisabled()).toBe(true)
    await connect(page)
    await page.getByRole('button', { name: /Faucet/ }).click()
    await page.getByText('Faucet: done').waitFor()
  })

  it('shows the error of an invalid configuration', async () => {
    const plugins = { '@wallet-modal/connect': { allWallets: 'SOMETIMES' } }
    const { page } = await visits.open(`${site.url}#${encodeURIComponent(JSON.stringify({ plugins }))}`)
    expect(await page.getByRole('alert').textContent()).toContain('allWallets')
  })

  it.each([1280, 390])('has no axe violations and no horizontal scrolling at %i px', async (width) => {
    const page = await open('', width)
    expect(await findWithAxe(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
