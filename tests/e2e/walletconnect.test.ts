import { REFUSED_PROJECT_ID } from '@wallet-modal/sandbox/server'
import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { findWithAxe } from './support/axe.js'
import { dialog, row } from './support/modal.js'
import { clipboard, copiedUri } from './support/paired.js'
import { address, createPhoneStage, request, showCode } from './support/phone-page.js'
import { readQr } from './support/read-qr.js'

const { stage, phone, pair } = createPhoneStage()

describe('a wallet on another device, under the strictest Content Security Policy', () => {
  it('pairs through the shown code, and viem verifies its signature', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    await pair(page)
    const { result } = await request(page, 'personal_sign', ['0x68656c6c6f', phone().address])
    const signature = result as `0x${string}`
    expect(await verifyMessage({ address: phone().address as `0x${string}`, message: 'hello', signature })).toBe(true)
  })

  it.each(['light', 'dark'] as const)(
    'the QR code with the wallet’s icon in it is readable, in %s mode',
    async (colorScheme) => {
      const { page } = await stage.open({ wallets: [], options: { ...clipboard.options, colorScheme } })
      const image_url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99"/></svg>')}`
      await page.evaluate(
        (url) => window.site.pair({ name: 'Zephyr', mobile_link: 'zephyr://', image_url: url }),
        image_url,
      )
      const uri = await copiedUri(page)
      await dialog(page).locator('.wm-qr-mark').waitFor()
      expect(await readQr(dialog(page).locator('.wm-qr'))).toBe(uri)
      await phone().pair(uri)
      await expect.poll(() => address(page)).toBe(phone().address)
    },
  )

  it('the WalletConnect SDK is not loaded and no socket opened before the visitor selects WalletConnect', async () => {
    const sockets: string[] = []
    const { page, requests } = await stage.open({
      wallets: [],
      prepare: async (context) =>
        context.on('page', (one) => one.on('websocket', (socket) => sockets.push(socket.url()))),
    })
    await page.getByRole('button', { name: 'Open' }).click()
    await row(page, 'WalletConnect').waitFor()
    await page.waitForLoadState('networkidle')
    const before = requests.filter((url) => url.startsWith(stage.siteUrl)).length
    const countWalletConnectScripts = async (): Promise<number> => {
      const bodies = requests.filter((url) => url.endsWith('.js')).map(async (url) => (await fetch(url)).text())
      return (await Promise.all(bodies)).filter((text) => text.includes('wc_sessionPropose')).length
    }
    expect([await countWalletConnectScripts(), sockets]).toEqual([0, []])
    await row(page, 'WalletConnect').click()
    await dialog(page)
      .getByRole('img', { name: /^QR code/ })
      .waitFor()
    expect([await countWalletConnectScripts(), sockets.length]).toEqual([1, 1])
    expect(requests.filter((url) => url.startsWith(stage.siteUrl)).length).toBeGreaterThan(before)
    expect(requests.filter((url) => !url.startsWith('http://127.0.0.1'))).toEqual([])
  })

  it('reports a rejection in the wallet, and a second attempt connects', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    phone().behave('reject')
    await phone().pair(await showCode(page))
    await dialog(page).getByText('Connection declined').waitFor()
    phone().behave('approve')
    await row(page, 'Try again').click()
    await phone().pair(await copiedUri(page))
    await expect.poll(() => address(page)).toBe(phone().address)
  })

  it('C2: an approval after the visitor closed the modal connects nothing, not even after a reload', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard })
    phone().behave('wait')
    await phone().pair(await showCode(page))
    await page.waitForTimeout(500)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await phone()
      .release()
      .catch(() => null) // the wallet was told that the proposal is cancelled
    await page.waitForTimeout(500)
    expect([await address(page), await page.locator('i').textContent()]).toEqual(['', 'disconnected'])
    await page.reload()
    await page.waitForTimeout(500)
    expect(await address(page)).toBe('')
  })

  it('A2: the code is replaced before it expires; the new code is copied and connects', async () => {
    const { page } = await stage.open({ wallets: [], ...clipboard, prepare: (context) => context.clock.install() })
    const old = await showCode(page)
    // a code is replaced after 230 s, 10 s before `expiresAt`; while the test runs, the clock also advances by itself, depending on the machine
    await page.clock.fastForward(195_000)
    expect(await copiedUri(page)).toBe(old)
    await page.clock.fastForward(36_000)
    await dialog(page)
      .getByText(/New code in 3:\d\d/)
      .waitFor()
    const next = await copiedUri(page)
    expect(next).not.toBe(old)
    await phone().pair(next)
    await page.clock.runFor(2_000)
    await expect.poll(() => address(page)).toBe(phone().address)
  })

  it('M1: the QR code and a declined connection have no axe violations, in light and dark mode', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await stage.open({ wallets: [], options: { ...clipboard.options, colorScheme } })
      phone().behave('reject')
      const uri = await showCode(page)
      expect(await findWithAxe(page)).toEqual([])
      await phone().pair(uri)
      await dialog(page).getByText('Connection declined').waitFor()
      expect(await findWithAxe(page)).toEqual([])
    }
  })

  it('says within seconds that the relay refuses the project id', async () => {
    const { page } = await stage.open({ wallets: [], query: `?project=${REFUSED_PROJECT_ID}` })
    await page.getByRole('button', { name: 'Open' }).click()
    await row(page, 'WalletConnect').click()
    await dialog(page).getByText('does not accept the project id').waitFor({ timeout: 5000 })
    await row(page, 'Choose another wallet').click()
    await row(page, 'WalletConnect').waitFor()
  })

  it('says that the relay cannot be reached; the visitor can try again', async () => {
    const { page } = await stage.open({ wallets: [], query: '?relay=/elsewhere' })
    await page.getByRole('button', { name: 'Open' }).click()
    await row(page, 'WalletConnect').click()
    await dialog(page).getByText('WalletConnect cannot be reached').waitFor({ timeout: 20_000 })
    await row(page, 'Try again').click()
    await dialog(page).getByText('Preparing a code').waitFor()
    await dialog(page).getByText('WalletConnect cannot be reached').waitFor({ timeout: 20_000 })
  })
})
