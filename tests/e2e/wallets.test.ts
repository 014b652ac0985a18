import { wallets } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { createWalletsStage, names, rows, scrolled, scrollTo } from './support/wallets-page.js'

const stage = createWalletsStage()
/** The catalogue's wallets for the page's networks, in the order of the catalogue. */
const offered = wallets.filter(
  ({ chains, addsNetworks }) => chains.includes('eip155:1') || addsNetworks?.includes('eip155'),
)

const search = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Search wallets' })
/** Opens the modal and then the list of all wallets. */
async function openAll(page: Page): Promise<void> {
  await page.click('#open')
  await row(page, /^All Wallets/).click()
  await row(page, 'MetaMask').waitFor()
}

const catalogueQueries = (requests: readonly string[]): readonly URLSearchParams[] =>
  requests.filter((url) => url.includes('/getWallets')).map((url) => new URL(url).searchParams)

describe('the list of all wallets', () => {
  it('shows installed wallets first, then the catalogue, and loads the next page near the end', async () => {
    const { page, requests } = await stage.open()
    await openAll(page)
    const before = await names(page)
    expect(before.slice(0, 2)).toEqual(['Zephyr', 'MetaMask'])
    const pages = () => catalogueQueries(requests).filter((query) => query.get('entries') === '40')
    await expect.poll(() => pages().map((query) => query.get('page'))).toEqual(['1'])
    await scrollTo(page, 'end')
    await expect.poll(() => pages().map((query) => query.get('page'))).toEqual(['1', '2'])
    await expect
      .poll(async () => {
        await scrollTo(page, 'end')
        return (await names(page)).at(-1)
      })
      .toBe(offered.at(-1)?.name)
    expect(pages().length).toBe(Math.ceil(offered.length / 40))
  })

  it('searches by name from two characters on, once after the typing pauses, and can be cleared', async () => {
    const { page, requests } = await stage.open()
    await openAll(page)
    const searches = () =>
      catalogueQueries(requests).flatMap((query) => (query.has('search') ? [query.toString()] : []))
    await search(page).pressSequentially('r')
    await page.waitForTimeout(500)
    expect(searches()).toEqual([])
    await search(page).pressSequentially('ainb', { delay: 30 })
    await dialog(page).getByText('1 wallet', { exact: true }).waitFor()
    expect(await names(page)).toEqual(['Rainbow'])
    expect(searches().length).toBe(1)
    expect(searches()[0]).toContain('search=rainb')
    expect(searches()[0]).toContain('entries=100')
    await search(page).fill('no such wallet')
    await dialog(page).getByText('No Wallet found').waitFor()
    await row(page, 'Clear search').click()
    await row(page, 'MetaMask').waitFor()
    expect(await search(page).inputValue()).toBe('')
    expect(await search(page).evaluate((field) => field.matches(':focus'))).toBe(true)
  })

  it('keeps list, search, scroll position and focus after Back', async () => {
    const { page, requests } = await stage.open()
    await openAll(page)
    await scrollTo(page, 400)
    const at = await scrolled(page)
    const pick = rows(page).getByRole('button').nth(9)
    const name = await pick.locator('.wm-item-label').textContent()
    await pick.click()
    await dialog(page).getByText(`Get ${name} for your device`).waitFor()
    const before = catalogueQueries(requests).length
    await row(page, 'Back').click()
    await row(page, name ?? '').waitFor()
    expect(await scrolled(page)).toBe(at)
    expect(
      await rows(page)
        .getByRole('button', { name: name ?? '' })
        .evaluate((it) => it.matches(':focus')),
    ).toBe(true)
    expect(catalogueQueries(requests).length).toBe(before)
    await search(page).fill('rabby')
    await expect.poll(() => names(page)).toEqual(['Rabby Wallet'])
    await row(page, 'Rabby Wallet').click()
    await dialog(page).getByText('Get Rabby Wallet for your device').waitFor()
    await row(page, 'Back').click()
    await expect.poll(() => names(page)).toEqual(['Rabby Wallet'])
    expect(await search(page).inputValue()).toBe('rabby')
  })

  it('connects an installed wallet found by a search', async () => {
    const { page } = await stage.open()
    await openAll(page)
    await search(page).fill('zeph')
    await row(page, /Zephyr/).click()
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('M2: arrow keys, Home and End move through the whole list, also to rows not yet rendered', async () => {
    const { page } = await stage.open()
    await openAll(page)
    const focused = () =>
      page.evaluate(() => {
        const active = document.querySelector('[data-wallet-modal]')?.shadowRoot?.activeElement
        return active?.querySelector('.wm-item-label')?.textContent
      })
    await row(page, /Zephyr/).focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('MetaMask')
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown')
    const there = await focused()
    await expect.poll(() => row(page, there ?? '').isVisible()).toBe(true)
    await page.keyboard.press('Home')
    expect(await focused()).toBe('Zephyr')
    await expect.poll(() => scrolled(page)).toBeLessThan(200)
    await page.keyboard.press('End')
    expect(await focused()).not.toBe('Zephyr')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it.each(['light', 'dark'] as const)(
    'M1: has no axe violations in %s mode, with wallets, without results, and after a failure',
    async (theme) => {
      const { page } = await stage.open({ query: `?theme=${theme}` })
      await openAll(page)
      expect(await findWithAxe(page)).toEqual([])
      await search(page).fill('no such wallet')
      await dialog(page).getByText('No Wallet found').waitFor()
      expect(await findWithAxe(page)).toEqual([])
      await page.route('**/getWallets*', (route) => route.abort())
      await search(page).fill('nothing')
      await row(page, /Try again|Retry/).waitFor({ timeout: 10_000 })
      expect(await findWithAxe(page)).toEqual([])
    },
  )
})

describe('five thousand wallets', () => {
  it('are scrolled with fewer than 400 elements in the card', async () => {
    const { page } = await stage.open({
      prepare: (context) =>
        context.route('**/getWallets*', (route) => {
          const query = new URL(route.request().url()).searchParams
          const [number, entries] = [Number(query.get('page')), Number(query.get('entries'))]
          const data = Array.from({ length: entries }, (_, at) => (number - 1) * entries + at)
            .filter((at) => at < 5000)
            .map((at) => ({ id: `w${at}`, name: `Wallet ${at}`, homepage: 'https://example.org' }))
          return route.fulfill({ json: { data, count: 5000 }, headers: { 'access-control-allow-origin': '*' } })
        }),
    })
    await page.click('#open')
    await dialog(page).getByText('5000', { exact: true }).waitFor()
    await row(page, /^All Wallets/).click()
    await row(page, 'Wallet 5').waitFor()
    const count = () =>
      page.evaluate(
        () => document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelectorAll('.wm-card *').length ?? 0,
      )
    for (let page_ = 0; page_ < 200; page_++) {
      await scrollTo(page, 'end')
      if ((await names(page)).at(-1) === 'Wallet 4999') break
    }
    expect((await names(page)).at(-1)).toBe('Wallet 4999')
    expect(await count()).toBeLessThan(400)
  })
})

describe('the list of all wallets from right to left', () => {
  it('L2: stays inside its card', async () => {
    const { page } = await stage.open({ options: { locale: 'ar', viewport: { width: 390, height: 844 } } })
    await page.click('#open')
    await row(page, /كل المحافظ/).click()
    await row(page, 'MetaMask').waitFor()
    await scrollTo(page, 600)
    const { direction, wide } = await page.evaluate(() => {
      const root = document.querySelector('[data-wallet-modal]')?.shadowRoot?.querySelector('dialog')
      const card = root?.querySelector('.wm-card')?.getBoundingClientRect()
      const all = [...(root?.querySelectorAll('.wm-card *') ?? [])].map((one) => one.getBoundingClientRect())
      const out = all.filter((box) => card && box.width > 0 && (box.left < card.left - 1 || box.right > card.right + 1))
      return { direction: root ? getComputedStyle(root).direction : '', wide: out.length }
    })
    expect([direction, wide]).toEqual(['rtl', 0])
  })
})
