import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSite } from '../docs/site.mjs'
import { repository } from '../setup/workspaces.mjs'
import { serve } from '../size/serve.mjs'
import { findWithAxe } from './support/axe.js'
import { launch } from './support/browser.js'

const folder = `.cache/docs-e2e-${process.pid}`
let browser: Browser
let site: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  mkdirSync(join(repository, '.cache'), { recursive: true })
  await buildSite(folder)
  site = await serve(join(repository, folder))
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  site?.stop()
  rmSync(join(repository, folder), { recursive: true, force: true })
})

interface Visit extends AsyncDisposable {
  readonly page: Page
  /** URLs of requests to other origins, and errors of the console and of scripts. */
  readonly faults: readonly string[]
}

async function visit(path: string, options: { readonly width?: number; readonly dark?: boolean } = {}): Promise<Visit> {
  const { width = 1280, dark = false } = options
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
    bypassCSP: false,
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) faults.push(request.url())
  })
  await page.goto(site.url + path)
  return { page, faults, [Symbol.asyncDispose]: () => context.close() }
}

describe('the documentation site', () => {
  it('opens the modal with the chosen theme, without errors or requests to other origins', async () => {
    await using visited = await visit('theming.html')
    const { page, faults } = visited
    expect(await page.getByLabel('width').inputValue()).toBe('360')
    await page.getByLabel('accent').fill('#0a7a4f')
    await page.getByLabel('width').fill('420')
    await expect
      .poll(() => page.locator('.live code').textContent())
      .toBe("modal.setTheme({ accent: '#0a7a4f', width: 420 })")
    await page.getByRole('button', { name: 'Open the modal' }).click()
    const dialog = page.getByRole('dialog')
    const wallet = dialog.getByRole('button', { name: 'Example Wallet' })
    await wallet.waitFor()
    const accent = () =>
      page.evaluate(() => {
        const host = document.querySelector('[data-wallet-modal]')
        return host && getComputedStyle(host).getPropertyValue('--wm-accent')
      })
    expect(await accent()).toBe('#0a7a4f')
    await wallet.click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open the modal' }).click()
    await dialog.getByText(/1\.23/).first().waitFor()
    expect(faults).toEqual([])
  })

  it('has a playground with the example wallet in the modal, without errors or requests to other origins', async () => {
    await using visited = await visit('playground/index.html')
    const { page, faults } = visited
    const frame = page.frameLocator('iframe')
    await frame.getByRole('dialog').getByRole('button', { name: 'Example Wallet' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Sandbox' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it.each([
    ['index.html', false],
    ['plugins/connect.html', true],
    ['write-a-plugin.html', false],
    ['theming.html', true],
  ])('%s has no axe violations and fits a phone', async (path, dark) => {
    await using visited = await visit(path, { width: 360, dark })
    const { page, faults } = visited
    await page.getByText('All pages', { exact: true }).click()
    await page.getByRole('link', { name: 'Five-minute start' }).last().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(faults).toEqual([])
    expect(await findWithAxe(page, 'body')).toEqual([])
  })

  it('finds a page by keyboard, also from a page in a folder, and announces the number of results', async () => {
    await using visited = await visit('plugins/connect.html')
    const { page, faults } = visited
    await page.keyboard.press('/')
    await page.keyboard.type('hydration er')
    const search = page.getByRole('search')
    await search.getByRole('link', { name: /^Hydration errors/ }).waitFor()
    expect(await search.getByRole('status').textContent()).toMatch(/^\d results?$/)
    expect(await findWithAxe(page, 'header')).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/faq\.html#hydration-errors/)

    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('server-side rendring')
    await search.getByRole('link', { name: 'Server-side rendering' }).first().waitFor()
    await page.getByRole('searchbox').fill('zzzzqqqq')
    await search.getByText('Nothing found').waitFor()
    await page.keyboard.press('Escape')
    expect(await search.getByRole('link').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('can be navigated without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.url}index.html`)
    await page.getByRole('link', { name: 'Five-minute start' }).first().click()
    await page.getByRole('link', { name: /Next/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Existing sites' }).waitFor()
    await context.close()
  })
})
