import { devices, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { localNetworks } from './support/local-networks.js'
import { row } from './support/modal.js'
import { servePage } from './support/page.js'
import { createStage } from './support/stage.js'
import { ACCOUNT, calls } from './support/wallet.js'
import type { WalletPlan } from './support/wallet.page.js'

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<wallet-modal-button></wallet-modal-button>',
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { defineElements } from '@wallet-modal/kernel/elements'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandboxUrl))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [eip155(), connect(), account()],
      })
      defineElements(modal)
      Object.assign(window, { account: () => modal.connections.active.peek()?.account.address ?? null, leave: () => modal.disconnect() })`,
    }),
})

const { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7']
const phone = { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor }
const iPhone = devices['iPhone 15'].userAgent

interface Visit {
  /** Whether the wallet has authorized the site before. */
  readonly isAllowed: boolean
  readonly options?: object
  readonly others?: readonly WalletPlan[]
}

/** Opens the site with an injected `window.ethereum`, like the in-app browser of a wallet. */
const visit = ({ isAllowed, options = phone, others = [] }: Visit) =>
  stage.open({ wallets: [stage.zephyr({ legacy: true, ...(isAllowed && { allowed: true }) }), ...others], options })
const ask = (page: Page, name: 'account' | 'leave'): Promise<unknown> =>
  page.evaluate((key) => (Reflect.get(window, key) as () => unknown)(), name)
const prompts = (page: Page) => calls(page, 'eth_requestAccounts')
const button = (page: Page) => page.locator('wallet-modal-button').getByRole('button')

describe("in a wallet's in-app browser", () => {
  it.each([
    ['Android', phone],
    ['iOS', { ...phone, userAgent: iPhone }],
  ])(
    'on %s, a wallet that already authorized the site is connected without a click or a prompt',
    async (_, options) => {
      const { page } = await visit({ isAllowed: true, options })
      await expect.poll(() => ask(page, 'account')).toBe(ACCOUNT)
      await expect.poll(() => button(page).textContent()).toContain('0xf39F')
      expect(await prompts(page)).toBe(0)
      await page.reload()
      await expect.poll(() => ask(page, 'account')).toBe(ACCOUNT)
      expect(await prompts(page)).toBe(0)
    },
  )

  it('a new visitor gets no prompt: eth_accounts is requested silently, and a click connects', async () => {
    const { page } = await visit({ isAllowed: false })
    await expect.poll(() => calls(page, 'eth_accounts')).toBe(1)
    await page.waitForTimeout(300)
    expect([await prompts(page), await ask(page, 'account')]).toEqual([0, null])
    expect(await button(page).textContent()).toBe('Connect wallet')
    await button(page).tap()
    await row(page, 'Browser Wallet').tap()
    await expect.poll(() => ask(page, 'account')).toBe(ACCOUNT)
  })

  it('a visitor who disconnected stays disconnected after reloads until they connect again', async () => {
    const { page } = await visit({ isAllowed: true })
    await expect.poll(() => ask(page, 'account')).toBe(ACCOUNT)
    await ask(page, 'leave')
    for (let again = 0; again < 2; again++) {
      await page.reload()
      await page.waitForTimeout(800)
      expect([await ask(page, 'account'), await calls(page, 'eth_accounts')]).toEqual([null, 0])
    }
    await button(page).tap()
    await row(page, 'Browser Wallet').tap()
    await expect.poll(() => ask(page, 'account')).toBe(ACCOUNT)
    await page.evaluate(() => localStorage.removeItem('wallet-modal/default/@wallet-modal/eip155/connector'))
    await page.reload()
    await expect.poll(() => ask(page, 'account')).toBe(ACCOUNT)
    expect(await prompts(page)).toBe(0)
  })
})

describe('outside a wallet’s in-app browser', () => {
  it('no wallet is connected automatically if several wallets are installed', async () => {
    const { page } = await visit({
      isAllowed: true,
      others: [stage.zephyr(), stage.zephyr({ name: 'Other', rdns: 'test.other' })],
    })
    await page.waitForTimeout(1000)
    expect(await ask(page, 'account')).toBeNull()
  })

  it('H1: on a desktop, an extension is not connected automatically and gets no eth_accounts request', async () => {
    const { page } = await visit({ isAllowed: true, options: {} })
    await page.waitForTimeout(1000)
    expect([await ask(page, 'account'), await calls(page, 'eth_accounts')]).toEqual([null, 0])
  })
})
