import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { createWalletsStage, names, withOptions } from './support/wallets-page.js'

const stage = createWalletsStage()
const search = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Search wallets' })
const catalogueQueries = (requests: readonly string[]): readonly URLSearchParams[] =>
  requests.filter((url) => url.includes('/getWallets')).map((url) => new URL(url).searchParams)

describe('options of the site', () => {
  it.each([
    [{ allWallets: 'HIDE' }, 0],
    [{ allWallets: 'ONLY_MOBILE' }, 0],
    [{ allWallets: 'SHOW' }, 1],
  ])('%j shows "All Wallets" %i times on a desktop', async (options, count) => {
    const { page } = await stage.open({ query: withOptions(options) })
    await page.click('#open')
    await row(page, 'MetaMask').waitFor()
    await expect.poll(() => row(page, /^All Wallets/).count()).toBe(count)
  })

  it('"All Wallets" is not shown without a catalogue service', async () => {
    const { page, requests } = await stage.open({ query: '?alone' })
    await page.click('#open')
    await row(page, /Zephyr/).waitFor()
    await page.waitForTimeout(500)
    expect(await row(page, /^All Wallets/).count()).toBe(0)
    expect(catalogueQueries(requests)).toEqual([])
  })

  it('includeWalletIds and excludeWalletIds apply to the list and to its search', async () => {
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

  it('on a phone without WalletConnect, the modal opens on Connect, with "All Wallets" if a wallet can open the page', async () => {
    const options = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
    const without = await stage.open({ wallets: [], options })
    await without.page.click('#open')
    await dialog(without.page).getByRole('heading', { name: 'Connect Wallet' }).waitFor()
    await row(without.page, 'MetaMask').waitFor()
    await row(without.page, /^All Wallets/).waitFor()
    const box = await without.page.locator('.wm-card').boundingBox()
    expect([box?.x, box?.width]).toEqual([0, 390])
    const { page } = await stage.open({ options, query: withOptions({ allWallets: 'ONLY_MOBILE' }) })
    await page.waitForTimeout(1000) // the page discovers wallets while it is idle
    await page.click('#open')
    await dialog(page).getByRole('heading', { name: 'Connect Wallet' }).waitFor()
    await expect.poll(() => row(page, /^All Wallets/).count()).toBe(1)
  })

  it('the legal checkbox enables the wallets of the list too', async () => {
    const query = withOptions({ legalCheckbox: true, termsUrl: 'https://example.org/terms' })
    const { page } = await stage.open({ query })
    await page.click('#open')
    await row(page, /^All Wallets/).click()
    await row(page, 'MetaMask').waitFor()
    expect(await row(page, 'MetaMask').isDisabled()).toBe(true)
    await dialog(page).getByRole('checkbox').check()
    expect(await row(page, 'MetaMask').isDisabled()).toBe(false)
  })

  it('G3: the full warning is shown if two wallets claim the same identity', async () => {
    const { page } = await stage.open({ wallets: [stage.zephyr(), stage.zephyr({ name: 'Zephyr Wallet' })] })
    await page.click('#open')
    await row(page, /^All Wallets/).click()
    const warnings = dialog(page).getByText('Two wallets claim to be the same one')
    await expect.poll(() => warnings.count()).toBe(2)
    const isComplete = await warnings.evaluateAll((all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    )
    expect(isComplete).toEqual([true, true])
  })
})

describe('a wallet with several namespaces', () => {
  it('is one row that asks which chain to connect, and connects there', async () => {
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
