import { wallets } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { createWalletsStage, names, scrollTo } from './support/wallets-page.js'

const stage = createWalletsStage()
/** The catalogue's wallets for the page's networks, in the order of the catalogue. */
const offered = wallets.filter(
  ({ chains, addsNetworks }) => chains.includes('eip155:1') || addsNetworks?.includes('eip155'),
)

/** Opens the modal and then the list of all wallets. */
async function openAll(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, /^All Wallets/).click()
  await row(page, 'MetaMask').waitFor()
}

const catalogueQueries = (requests: readonly string[]): readonly URLSearchParams[] =>
  requests.filter((url) => url.includes('/getWallets')).map((url) => new URL(url).searchParams)

describe('a failing catalogue (B5, I)', () => {
  const faults: Readonly<Record<string, string | 'abort' | 'hang'>> = {
    unreachable: 'abort',
    'without a reply': 'hang',
    empty: '{"data":[],"count":0}',
    'without a list': '{"data":"no"}',
    'not JSON': '<html>',
    'with a wrong count': '{"data":[],"count":1000000}',
  }

  it.each(Object.entries(faults))(
    '%s: the installed wallet is shown in Connect and in the list of all wallets',
    async (_, fault) => {
      const { page, requests } = await stage.open({
        prepare: (context) =>
          context.route('**/getWallets*', (route) => {
            if (fault === 'abort') return route.abort()
            if (fault === 'hang') return undefined
            return route.fulfill({
              body: fault,
              contentType: 'application/json',
              headers: { 'access-control-allow-origin': '*' },
            })
          }),
      })
      await page.click('#open')
      await row(page, /Zephyr/).waitFor()
      await row(page, /^All Wallets/).click()
      await row(page, /Zephyr/).waitFor()
      await page.waitForTimeout(2500)
      await row(page, /Zephyr/).waitFor()
      expect(catalogueQueries(requests).length).toBeLessThan(20)
      await row(page, /Zephyr/).click()
      await dialog(page).waitFor({ state: 'hidden' })
    },
  )

  it('Try again continues the list where it failed', async () => {
    const { page } = await stage.open()
    await openAll(page)
    await page.route('**/getWallets*', (route) => route.abort())
    await scrollTo(page, 'end')
    await dialog(page).getByText('More wallets could not be loaded').waitFor({ timeout: 10_000 })
    await page.unroute('**/getWallets*')
    await row(page, /Try again|Retry/).click()
    await expect
      .poll(async () => {
        await scrollTo(page, 'end')
        return (await names(page)).at(-1)
      })
      .toBe(offered.at(-1)?.name)
  })
})

describe('hostile catalogue data', () => {
  it('G3, G4: names are shown as text, and hostile images and links are dropped', async () => {
    const bad = [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'http://127.0.0.1:9/x',
      '//evil.test/x',
    ]
    const data = [
      '<img src=x onerror=alert(1)>',
      '"><svg onload=alert(1)>',
      '\u202Ereversed',
      'A'.repeat(5000),
      '{{alert(1)}}',
      '<script>alert(1)</script>',
    ].map((name, at) => ({
      id: `h${at}`,
      name,
      image_url: bad[at % bad.length],
      image_id: '../../secret',
      homepage: bad[at % bad.length],
      chrome_store: bad[(at + 1) % bad.length],
    }))
    const { page, requests } = await stage.open({
      wallets: [],
      prepare: (context) =>
        context.route('**/getWallets*', (route) =>
          route.fulfill({ json: { data, count: data.length }, headers: { 'access-control-allow-origin': '*' } }),
        ),
    })
    let boxes = 0
    page.on('dialog', (box) => {
      boxes++
      void box.dismiss()
    })
    await page.click('#open')
    await row(page, /^All Wallets/).click()
    await dialog(page).getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await names(page)).toEqual(data.map(({ name }) => name.replace('\u202e', '')))
    expect(await dialog(page).locator('img').count()).toBe(0)
    const wide = () =>
      page.evaluate(() => {
        const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
        const card = root?.querySelector('.wm-card')?.getBoundingClientRect()
        return [...(root?.querySelectorAll('.wm-card *') ?? [])]
          .filter((one) => card && one.getBoundingClientRect().right > card.right + 1)
          .map((one) => one.outerHTML.slice(0, 200))
      })
    await expect.poll(wide).toEqual([]) // polled, since a view moves while it enters
    await row(page, '{{alert(1)}}').click()
    await dialog(page).getByText('for your device').waitFor()
    expect(await dialog(page).getByRole('link').count()).toBe(0)
    expect(boxes).toBe(0)
    expect(requests.filter((url) => /evil|secret|127\.0\.0\.1:9\//.test(url))).toEqual([])
  })
})
