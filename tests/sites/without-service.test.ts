import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWithAxe } from '../e2e/support/axe.js'
import { connectWith, dialog, row } from '../e2e/support/modal.js'
import { readQr } from '../e2e/support/read-qr.js'
import { type ServedSite, serveSite } from '../e2e/support/serve.js'
import { createVisits } from '../e2e/support/visits.js'
import { zephyrAt } from '../e2e/support/wallet.js'
import { buildSite, scaffoldSite } from './support/site.js'

/** A host name that a phone could open too, unlike 127.0.0.1. */
const host = 'shop.example'
const networks = ['eip155:1', 'eip155:8453', 'eip155:42161', 'eip155:10', 'eip155:137', 'eip155:11155111']
const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }

const visits = createVisits([`--host-resolver-rules=MAP ${host} 127.0.0.1`])
let site: ServedSite
let address = ''

beforeAll(async () => {
  const folder = await scaffoldSite()
  expect(JSON.parse(readFileSync(join(folder, 'wallet-modal.json'), 'utf8'))).not.toHaveProperty('projectId')
  const directory = await buildSite(folder, { mode: 'production', manifest: (manifest) => ({ ...manifest, networks }) })
  site = await serveSite({ directory, services: [] })
  address = site.url.replace('127.0.0.1', host)
})
afterAll(() => site?.close())

const openModal = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).click()
  await dialog(page).waitFor()
}
/** Images of list items. Wallets and networks without an image show initials. */
const logos = (page: Page) => dialog(page).locator('.wm-item img')
const foreign = (requests: readonly string[]) => requests.filter((url) => !url.startsWith(address))

describe('a new site with the default plugins, built for production, with no service and no wallet installed', () => {
  it('lists wallets with their logos, and sends no request to another host', async () => {
    const { page, requests } = await visits.open(address)
    await page.waitForTimeout(2000)
    const before = requests.length
    await openModal(page)
    await row(page, 'MetaMask').waitFor()
    expect(await dialog(page).getByText('No wallet found').count()).toBe(0)
    expect(await dialog(page).locator('.wm-item').count()).toBe(5) // four wallets, and All Wallets
    expect(await logos(page).count()).toBe(4)
    expect(await logos(page).evaluateAll((all) => all.every((one) => Reflect.get(one, 'naturalWidth') > 0))).toBe(true)
    await dialog(page)
      .getByText(/^1[0-9]0\+$/)
      .waitFor()
    expect(requests.length).toBeGreaterThan(before) // the list was loaded after the click
    expect(foreign(requests)).toEqual([])
    expect(await findWithAxe(page)).toEqual([])
  })

  it('does not load the wallet list before a click', async () => {
    const { page, requests } = await visits.open(address)
    await page.waitForTimeout(3000)
    const scripts = await Promise.all(
      requests
        .filter((url) => url.endsWith('.js'))
        .map(async (url) => (await page.request.get(url.replace(host, '127.0.0.1'))).text()),
    )
    expect(scripts.filter((text) => text.includes('link.metamask.io'))).toEqual([])
  })

  it('shows the logo of each network', async () => {
    const { page, violations } = await visits.open(site.url, { wallets: [zephyrAt(site.url, { chainId: 1 })] }) // a secure context, which wallets require
    await connectWith(page.getByRole('main').getByRole('button', { name: 'Connect wallet' }))
    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, /: Ethereum$/).click()
    await row(page, 'Base').waitFor()
    await expect.poll(() => logos(page).count()).toBe(networks.length)
    expect(await logos(page).evaluateAll((all) => all.every((one) => Reflect.get(one, 'naturalWidth') > 0))).toBe(true)
    expect(await findWithAxe(page)).toEqual([])
    violations.length = 0 // the policy of this server blocks requests to public nodes
  })

  it('shows the logo of a coin on Base in the send view', async () => {
    const { page, violations } = await visits.open(site.url, { wallets: [zephyrAt(site.url, { chainId: 8453 })] })
    await connectWith(page.getByRole('main').getByRole('button', { name: 'Connect wallet' }))
    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, 'Send').click()
    const coin = row(page, 'ETH').locator('img')
    await coin.waitFor()
    expect(await coin.evaluate((one) => Reflect.get(one, 'naturalWidth'))).toBeGreaterThan(0)
    violations.length = 0 // the policy of this server blocks requests to public nodes
  })

  it('All Wallets lists at least 100 wallets, and finds a wallet by its name', async () => {
    const { page, requests } = await visits.open(address)
    await openModal(page)
    await row(page, /All Wallets/).click()
    const count = dialog(page).getByText(/^\d+ wallets$/)
    await count.waitFor()
    expect(Number.parseInt((await count.textContent()) ?? '', 10)).toBeGreaterThanOrEqual(100)
    await row(page, 'MetaMask').waitFor()
    await expect.poll(() => logos(page).count()).toBeGreaterThan(4)
    await dialog(page).getByRole('searchbox').fill('opera')
    await row(page, 'Opera Wallet').waitFor()
    await dialog(page).getByText('1 wallet', { exact: true }).waitFor()
    expect(foreign(requests)).toEqual([])
  })

  it('offers a QR code that opens the page in a wallet app, and links to the stores', async () => {
    const { page, requests } = await visits.open(address)
    await openModal(page)
    await row(page, 'Coinbase Wallet').click()
    const code = dialog(page).getByRole('img', { name: /open this page in the Coinbase Wallet app/ })
    await code.waitFor()
    expect(await readQr(code)).toBe(`https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(address)}`)
    const links = await dialog(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(links).toEqual([
      'https://chromewebstore.google.com/detail/hnfanknocfeofbddgcijnmhnfnkdnaad',
      'https://apps.apple.com/app/id1278383455',
      'https://play.google.com/store/apps/details?id=org.toshi',
      'https://www.coinbase.com/wallet',
    ])
    expect(foreign(requests)).toEqual([])
    expect(await findWithAxe(page)).toEqual([])
  })

  it('on a phone, has a link that opens the page in a wallet app', async () => {
    const { page, requests } = await visits.open(address, { options: phone })
    await openModal(page)
    await row(page, 'MetaMask').click()
    const link = dialog(page).getByRole('link', { name: 'Open in MetaMask' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe(`https://link.metamask.io/dapp/${address.replace('http://', '')}`)
    expect(await dialog(page).getByRole('img', { name: /Scan/ }).count()).toBe(0)
    expect(foreign(requests)).toEqual([])
    expect(await findWithAxe(page)).toEqual([])
  })
})
