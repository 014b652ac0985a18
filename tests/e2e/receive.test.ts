import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { createFamiliesStage, cycles, type Family } from './support/families-page.js'
import { dialog, row } from './support/modal.js'
import { readQr } from './support/read-qr.js'
import { ACCOUNT } from './support/wallet.js'

const stage = createFamiliesStage()
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Address of the active account, read from the page. */
const address = (page: Page): Promise<string> =>
  page.evaluate(() => Reflect.get(window, 'familiesModal').connections.active.peek().account.address)

async function openReceive(family: Family, options = {}): Promise<Page> {
  const { page } = await stage.open({ ...clipboard, ...options })
  await cycles(page, { among: [family], times: 1, stay: true })
  await page.click('#open')
  await row(page, 'Receive').click()
  await dialog(page).getByRole('heading', { name: 'Receive' }).waitFor()
  return page
}
const code = (page: Page) => dialog(page).getByRole('img', { name: /^QR code/ })
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

describe('the receive view', () => {
  it.each([
    ['eip155', (to: string) => `ethereum:${to}@31337`],
    ['solana', (to: string) => `solana:${to}`],
    ['bip122', (to: string) => `bitcoin:${to}`],
  ] as const)(
    '%s: the QR code holds the address or the payment link, and both can be copied',
    async (family, toUri) => {
      const page = await openReceive(family)
      const to = await address(page)
      expect(await readQr(code(page))).toBe(to)
      expect(await dialog(page).locator('.wm-address').textContent()).toBe(to)
      await row(page, 'Copy address').click()
      await expect.poll(() => copied(page)).toBe(to)
      await dialog(page).getByRole('tab', { name: 'Payment link' }).click()
      await dialog(page).getByRole('img', { name: 'QR code of a payment link' }).waitFor()
      expect(await readQr(code(page))).toBe(toUri(to))
      await row(page, 'Copy link').click()
      await expect.poll(() => copied(page)).toBe(toUri(to))
    },
  )

  it('polkadot: the QR code holds the address; no payment link is offered, and a warning names the network', async () => {
    const page = await openReceive('polkadot')
    expect(await readQr(code(page))).toBe(await address(page))
    expect(await dialog(page).getByRole('tab').count()).toBe(0)
    await dialog(page)
      .getByText(/^Receive on .* only\. Assets sent on another network may be lost\.$/)
      .waitFor()
  })

  it('lists the compatible networks of the address, and goes back', async () => {
    const page = await openReceive('eip155')
    await row(page, /^Compatible Networks/).click()
    await dialog(page).getByRole('heading', { name: 'Compatible Networks' }).waitFor()
    const list = dialog(page).getByRole('list', { name: 'Networks' })
    expect(await list.locator('.wm-item-label').allTextContents()).toEqual(['Local One', 'Local Two'])
    await row(page, 'Back').click()
    await row(page, 'Copy address').waitFor()
  })

  it('lists only the active network until a wallet that was asleep reports its capabilities', async () => {
    const { page } = await stage.open()
    await page.evaluate(() =>
      addEventListener(
        'eip6963:announceProvider',
        (event) => {
          const { provider } = Reflect.get(event, 'detail')
          const ask = provider.request.bind(provider)
          const late = new Promise((resolve) => Object.assign(window, { wake: () => resolve({}) }))
          provider.request = async (given: { readonly method: string }) =>
            given.method === 'wallet_getCapabilities' ? late : ask(given)
        },
        { capture: true, once: true },
      ),
    )
    await cycles(page, { among: ['eip155'], times: 1, stay: true })
    await page.click('#open')
    await row(page, 'Receive').click()
    await dialog(page)
      .getByText(/^Receive on Local One only\./)
      .waitFor()
    await page.evaluate(() => Reflect.get(window, 'wake')())
    await row(page, /^Compatible Networks/).waitFor()
  })

  it('says that no wallet is connected after a disconnect', async () => {
    const page = await openReceive('eip155')
    await page.evaluate(() => Reflect.get(window, 'familiesModal').disconnect())
    await dialog(page).getByText('No wallet connected').waitFor()
  })

  it.each(['light', 'dark'] as const)('M1: has no axe violations in %s mode', async (colorScheme) => {
    const page = await openReceive('eip155', { colorScheme })
    expect(await findWithAxe(page)).toEqual([])
    await row(page, /^Compatible Networks/).click()
    await dialog(page).getByRole('heading', { name: 'Compatible Networks' }).waitFor()
    expect(await findWithAxe(page)).toEqual([])
  })

  it('M2: can be opened, used and closed with the keyboard', async () => {
    const { page } = await stage.open(clipboard)
    await cycles(page, { among: ['eip155'], times: 1, stay: true })
    await page.focus('#open')
    await page.keyboard.press('Enter')
    await row(page, 'Receive').focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('tab', { name: 'Address' }).focus()
    await page.keyboard.press('ArrowRight')
    await row(page, 'Copy link').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => copied(page)).toBe(`ethereum:${ACCOUNT}@31337`)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  })

  it('L2: fits a phone’s width in a right-to-left language', async () => {
    const page = await openReceive('eip155', { viewport: { width: 390, height: 844 } })
    await page.evaluate(() => Reflect.get(window, 'familiesModal').setLocale('ar'))
    await dialog(page).getByRole('heading', { name: 'استلام' }).waitFor()
    const card = await page.locator('.wm-card').boundingBox()
    const box = await code(page).or(dialog(page).getByRole('img')).first().boundingBox()
    expect(box && card && box.x >= card.x && box.x + box.width <= card.x + card.width).toBe(true)
    const overflow = await page
      .locator('.wm-card')
      .evaluate((one) => one.scrollWidth > one.clientWidth || document.documentElement.scrollWidth > innerWidth)
    expect(overflow).toBe(false)
  })
})
