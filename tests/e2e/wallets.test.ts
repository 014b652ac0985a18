import { wallets } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { createWalletsStage, names, rows, scrolled, scrollTo, withOptions } from './support/wallets-page.js'

const stage = createWalletsStage()
/** What the catalogue has for the page's networks, in its order. */
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

const asked = (requests: readonly string[]): readonly URLSearchParams[] =>
  requests.filter((url) => url.includes('/getWallets')).map((url) => new URL(url).searchParams)

describe('the list of all wallets', () => {
  it('shows the installed ones first, then the catalogue, and the next page when the end is near', async () => {
    const { page, requests } = await stage.open()
    await openAll(page)
    const before = await names(page)
    expect(before.slice(0, 2)).toEqual(['Zephyr', 'MetaMask'])
    const pages = () => asked(requests).filter((query) => query.get('entries') === '40')
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

  it('finds by name from two characters on, after a rest of 300 ms, and shows all again', async () => {
    const { page, requests } = await stage.open()
    await openAll(page)
    const searches = () => asked(requests).flatMap((query) => (query.has('search') ? [query.toString()] : []))
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

  it('is where it was after Back: list, search, scroll position and focus', async () => {
    const { page, requests } = await stage.open()
    await openAll(page)
    await scrollTo(page, 400)
    const at = await scrolled(page)
    const pick = rows(page).getByRole('button').nth(9)
    const name = await pick.locator('.wm-item-label').textContent()
    await pick.click()
    await dialog(page).getByText(`Get ${name} for your device`).waitFor()
    const before = asked(requests).length
    await row(page, 'Back').click()
    await row(page, name ?? '').waitFor()
    expect(await scrolled(page)).toBe(at)
    expect(
      await rows(page)
        .getByRole('button', { name: name ?? '' })
        .evaluate((it) => it.matches(':focus')),
    ).toBe(true)
    expect(asked(requests).length).toBe(before)
    await search(page).fill('rabby')
    await expect.poll(() => names(page)).toEqual(['Rabby Wallet'])
    await row(page, 'Rabby Wallet').click()
    await dialog(page).getByText('Get Rabby Wallet for your device').waitFor()
    await row(page, 'Back').click()
    await expect.poll(() => names(page)).toEqual(['Rabby Wallet'])
    expect(await search(page).inputValue()).toBe('rabby')
  })

  it('connects an installed wallet that was searched for', async () => {
    const { page } = await stage.open()
    await openAll(page)
    await search(page).fill('zeph')
    await row(page, /Zephyr/).click()
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('M2: arrow keys, Home and End walk through all of it, also where rows are not drawn', async () => {
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

  it.each(['light', 'dark'] as const)('M1: has no finding of axe in %s, full, empty and failed', async (theme) => {
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
  })
})

describe('a catalogue that does not do its work (B5, I)', () => {
  const faults: Readonly<Record<string, string | 'abort' | 'hang'>> = {
    down: 'abort',
    slow: 'hang',
    empty: '{"data":[],"count":0}',
    'without a list': '{"data":"no"}',
    'no JSON': '<html>',
    'counting wrongly': '{"data":[],"count":1000000}',
  }
  it.each(Object.entries(faults))(
    '%s: never hides the installed wallet, in Connect or in the list',
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
      expect(asked(requests).length).toBeLessThan(20)
      await row(page, /Zephyr/).click()
      await dialog(page).waitFor({ state: 'hidden' })
    },
  )

  it('Retry goes on where the list broke off', async () => {
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

describe('what the site chooses', () => {
  it.each([
    [{ allWallets: 'HIDE' }, 0],
    [{ allWallets: 'ONLY_MOBILE' }, 0],
    [{ allWallets: 'SHOW' }, 1],
  ])('%j shows the way to all wallets %i times on a desk', async (options, count) => {
    const { page } = await stage.open({ query: withOptions(options) })
    await page.click('#open')
    await row(page, 'MetaMask').waitFor()
    await expect.poll(() => row(page, /^All Wallets/).count()).toBe(count)
  })

  it('offers no list where there is no service to ask for it', async () => {
    const { page, requests } = await stage.open({ query: '?alone' })
    await page.click('#open')
    await row(page, /Zephyr/).waitFor()
    await page.waitForTimeout(500)
    expect(await row(page, /^All Wallets/).count()).toBe(0)
    expect(asked(requests)).toEqual([])
  })

  it('include and exclude ids hold in the list and in its search', async () => {
    const query = withOptions({
      includeWalletIds: ['rabby', 'rainbow', 'metamask', 'zerion', 'ledger', 'safe'],
      excludeWalletIds: ['metamask'],
      featuredWalletIds: ['zerion'],
      customWallets: [{ id: 'mine', name: 'My Own' }],
    })
    const { page } = await stage.open({ query })
    await page.click('#open')
    await row(page, /^All Wallets/).click()
    await expect
      .poll(() => names(page))
      .toEqual(['Zephyr', 'Zerion', 'My Own', 'Rabby Wallet', 'Rainbow', 'Ledger', 'Safe'])
    await search(page).fill('metamask')
    await dialog(page).getByText('No Wallet found').waitFor()
    await search(page).fill('zerion')
    await expect.poll(() => names(page)).toEqual(['Zerion'])
  })

  it('collapseWallets puts the wallets behind one row', async () => {
    const { page } = await stage.open({ query: withOptions({ collapseWallets: true }) })
    await page.click('#open')
    await row(page, 'Continue with a wallet').click()
    await row(page, /Zephyr/).click()
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('opens on the list on a phone without a wallet, and on Connect where there is one', async () => {
    const options = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
    const without = await stage.open({ wallets: [], options })
    await without.page.click('#open')
    await dialog(without.page).getByRole('heading', { name: 'All Wallets' }).waitFor()
    await row(without.page, 'MetaMask').waitFor()
    const box = await without.page.locator('.wm-card').boundingBox()
    expect([box?.x, box?.width]).toEqual([0, 390])
    const { page } = await stage.open({ options, query: withOptions({ allWallets: 'ONLY_MOBILE' }) })
    await page.waitForTimeout(1000) // wallets are looked for while the page is idle
    await page.click('#open')
    await dialog(page).getByRole('heading', { name: 'Connect Wallet' }).waitFor()
    await expect.poll(() => row(page, /^All Wallets/).count()).toBe(1)
  })

  it('asks for agreement in the list too', async () => {
    const query = withOptions({ legalCheckbox: true, termsUrl: 'https://example.org/terms' })
    const { page } = await stage.open({ query })
    await page.click('#open')
    await row(page, /^All Wallets/).click()
    await row(page, 'MetaMask').waitFor()
    expect(await row(page, 'MetaMask').isDisabled()).toBe(true)
    await dialog(page).getByRole('checkbox').check()
    expect(await row(page, 'MetaMask').isDisabled()).toBe(false)
  })

  it('G3: says in full where two wallets claim one identity', async () => {
    const { page } = await stage.open({ wallets: [stage.zephyr(), stage.zephyr({ name: 'Zephyr Wallet' })] })
    await page.click('#open')
    await row(page, /^All Wallets/).click()
    const warnings = dialog(page).getByText('Two wallets here claim to be the same one')
    await expect.poll(() => warnings.count()).toBe(2)
    const isWhole = await warnings.evaluateAll((all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    )
    expect(isWhole).toEqual([true, true])
  })
})

describe('a wallet that speaks several namespaces', () => {
  it('is one row that asks which chain, and connects there', async () => {
    const { page } = await stage.open({ query: '?fake' })
    await page.click('#open')
    await row(page, /Zephyr/).waitFor()
    await expect.poll(() => row(page, /Zephyr/).count()).toBe(1)
    await row(page, /Zephyr/).click()
    await dialog(page).getByRole('heading', { name: 'Select Chain' }).waitFor()
    expect(await findWithAxe(page)).toEqual([])
    await row(page, /^fake 1/).click()
    await dialog(page).waitFor({ state: 'hidden' })
    const connected = () =>
      page.evaluate(() => {
        const modal: {
          connections: { adapters: { value: { namespace: string; state: { value: { status: string } } }[] } }
        } = Reflect.get(window, 'modal')
        return modal.connections.adapters.value.map(({ namespace, state }) => `${namespace} ${state.value.status}`)
      })
    expect(await connected()).toEqual(['eip155 disconnected', 'fake connected'])
    await page.evaluate(() => void Reflect.get(window, 'modal').open())
    await row(page, /Zephyr/).click()
    await row(page, /^EVM chains/).click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(await connected()).toEqual(['eip155 connected', 'fake connected'])
  })
})

describe('five thousand wallets', () => {
  it('scroll with few elements in the page', async () => {
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

describe('hostile data of the catalogue', () => {
  it('G3, G4: names are text, pictures and links lead nowhere but where they may', async () => {
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
    await expect.poll(wide).toEqual([]) // where it stands: a view that comes in is moved
    await row(page, '{{alert(1)}}').click()
    await dialog(page).getByText('for your device').waitFor()
    expect(await dialog(page).getByRole('link').count()).toBe(0)
    expect(boxes).toBe(0)
    expect(requests.filter((url) => /evil|secret|127\.0\.0\.1:9\//.test(url))).toEqual([])
  })
})

describe('from right to left', () => {
  it('L2: the list stays in its card, and the arrow keys walk it', async () => {
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
