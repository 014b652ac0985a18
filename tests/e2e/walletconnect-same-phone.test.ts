import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { clipboard } from './support/paired.js'
import { address, createPhoneStage } from './support/phone-page.js'

const { stage, phone } = createPhoneStage()

describe('a wallet on the same phone', () => {
  const options = {
    ...clipboard.options,
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  }
  const opened = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() => (Reflect.get(window, 'opened') as string[] | undefined) ?? [])
  const recordOpened = (): void => {
    const list: string[] = []
    Reflect.set(window, 'opened', list)
    window.open = (url, target) => {
      list.push(`${target} ${url}`)
      return null
    }
  }

  it('is opened once by a deep link with the pairing URI, and again by the Open button', async () => {
    const { page } = await stage.open({
      wallets: [],
      options,
      prepare: (context) => context.addInitScript(recordOpened),
    })
    await page.evaluate(() => window.site.pair({ name: 'Zephyr', mobile_link: 'zephyr://' }))
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await expect
      .poll(() => opened(page))
      .toMatchObject([expect.stringMatching(/^_self zephyr:\/\/wc\?uri=wc%3A[\da-f]{64}%402/)])
    await row(page, 'Open').click()
    const [first, again] = await opened(page)
    expect(again).toBe(first)
    await phone().pair(decodeURIComponent(String(first).split('uri=')[1] ?? ''))
    await expect.poll(() => address(page)).toBe(phone().address)
  })

  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  it.each([
    ['on iOS', { userAgent: iphone }, '_self', false],
    ['in Telegram', {}, '_blank', true],
  ])('%s, is opened only when the visitor presses Open', async (_, more, target, isTelegram) => {
    const { page } = await stage.open({
      wallets: [],
      options: { ...options, ...more },
      prepare: async (context) => {
        await context.addInitScript(recordOpened)
        if (isTelegram) await context.addInitScript(() => void Reflect.set(window, 'TelegramWebviewProxy', {}))
      },
    })
    await page.evaluate(() => window.site.pair({ name: 'Zephyr', mobile_link: 'zephyr://' }))
    await row(page, 'Copy link').click()
    const uri = await page.evaluate(() => navigator.clipboard.readText())
    expect(await opened(page)).toEqual([])
    await row(page, 'Open').click()
    // Telegram on Android decodes a link before passing it to the wallet
    const written = encodeURIComponent(isTelegram ? encodeURIComponent(uri) : uri)
    expect(await opened(page)).toEqual([`${target} zephyr://wc?uri=${written}`])
  })

  it('the modal opens on the wallet list; one press opens a wallet, and a missing wallet has a download link', async () => {
    const { page } = await stage.open({
      wallets: [],
      options,
      query: '?custom',
      prepare: (context) => context.addInitScript(recordOpened),
    })
    await page.getByRole('button', { name: 'Open' }).click()
    await dialog(page).getByRole('heading', { name: 'All Wallets' }).waitFor()
    await row(page, /^WalletConnect/).waitFor()
    await row(page, /Mistral/).click()
    await dialog(page).getByRole('link', { name: 'Website' }).waitFor()
    await row(page, 'Back').click()
    await row(page, /Zephyr/).click()
    await expect.poll(() => opened(page)).toHaveLength(1)
    await row(page, 'I do not have Zephyr yet').click()
    await dialog(page).getByRole('link', { name: 'Android app' }).waitFor()
    await row(page, 'Back').click()
    await row(page, 'Copy link').click({ timeout: 10_000 })
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(await opened(page)).toHaveLength(1)
    await row(page, 'Open').click()
    expect((await opened(page)).at(-1)).toBe(`_self zephyr://wc?uri=${encodeURIComponent(copied)}`)
    await phone().pair(copied)
    await expect.poll(() => address(page)).toBe(phone().address)
  })

  it('G4: an invalid wallet link opens nothing, and a QR code is shown instead', async () => {
    const { page } = await stage.open({
      wallets: [],
      options,
      prepare: (context) => context.addInitScript(recordOpened),
    })
    await page.evaluate(() => window.site.pair({ name: 'Evil', mobile_link: 'javascript:alert(1)//' }))
    await dialog(page)
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    expect(await opened(page)).toEqual([])
  })
})
