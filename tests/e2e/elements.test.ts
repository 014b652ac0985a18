import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launch, visitor, type Watched, watch } from './support/browser.js'
import { servePage } from './support/page.js'
import type { ServedSite } from './support/serve.js'
import { localNetworks } from './support/site.js'
import type { WalletPlan } from './support/wallet.page.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let sandbox: Sandbox
let browser: Browser
let served: ServedSite
let context: BrowserContext | undefined

/** A page without React: custom elements, and the modal drawn by preact/compat under React's names. */
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  served = await servePage({
    preact: true,
    services: [sandbox.url],
    body: '<wallet-modal-button></wallet-modal-button><wallet-modal-account-button></wallet-modal-account-button><wallet-modal-network-button></wallet-modal-network-button>',
    script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { defineElements } from '@wallet-modal/kernel/elements'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { eip155 } from '@wallet-modal/eip155'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(localNetworks(sandbox.url))},
        endpoints: { catalogue: '${sandbox.url}', blockchain: '${sandbox.url}' },
        plugins: [eip155(), connect(), account()],
      })
      defineElements(modal)
      Object.assign(window, { modal })`,
  })
  browser = await launch()
})
afterEach(async () => {
  await context?.close()
  context = undefined
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
  await sandbox?.stop()
})

async function open(wallet: Partial<WalletPlan> = {}): Promise<Watched> {
  const plan = {
    name: 'Zephyr',
    rdns: 'test.zephyr',
    rpcUrl: `${sandbox.url}/v1/?chainId=eip155:{chainId}&projectId=test`,
    ...wallet,
  }
  context = await visitor(browser, { wallets: [plan] })
  const watched = await watch(context)
  await watched.page.goto(served.url)
  return watched
}

const dialog = (page: Page) => page.getByRole('dialog')

async function connect(page: Page): Promise<void> {
  await page.locator('wallet-modal-button').getByRole('button').click()
  await dialog(page).getByRole('button', { name: 'Zephyr' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

describe('a page without React', () => {
  it('connects, signs, switches, restores and disconnects through custom elements', async () => {
    const watched = await open()
    const { page } = watched
    await connect(page)
    const accountButton = page.locator('wallet-modal-account-button').getByRole('button')
    await expect.poll(() => accountButton.textContent()).toContain('0xf3')
    const networkButton = page.locator('wallet-modal-network-button').getByRole('button')
    await expect.poll(() => networkButton.textContent()).toContain('Local One')

    const signature = await page.evaluate(() => {
      const modal: {
        connections: { active: { peek(): { provider: { request(request: object): Promise<unknown> } } } }
      } = Reflect.get(window, 'modal')
      return modal.connections.active
        .peek()
        .provider.request({ method: 'personal_sign', params: ['0x6869', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] })
    })
    const { verifyMessage } = await import('viem')
    expect(
      await verifyMessage({ address: ACCOUNT, message: 'hi', signature: String(signature) as `0x${string}` }),
    ).toBe(true)

    await networkButton.click()
    await dialog(page).getByRole('button', { name: 'Local Two' }).click()
    await expect.poll(() => networkButton.textContent()).toContain('Local Two')
    if (await dialog(page).isVisible()) await page.keyboard.press('Escape')

    await page.reload()
    await expect.poll(() => accountButton.textContent()).toContain('0xf3')
    await accountButton.click()
    await dialog(page).getByRole('button', { name: 'Disconnect' }).click()
    await expect.poll(() => page.locator('wallet-modal-button').getByRole('button').textContent()).toContain('Connect')
    expect(watched.violations).toEqual([])
    expect(watched.errors).toEqual([])
  })

  it('leads out of an unsupported network and takes a rejection calmly', async () => {
    const watched = await open()
    const { page } = watched
    await page.evaluate(() => Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: 'reject' }))
    await page.locator('wallet-modal-button').getByRole('button').click()
    await dialog(page).getByRole('button', { name: 'Zephyr' }).click()
    await dialog(page).getByText('Connection declined').waitFor()
    await page.evaluate(() => Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: 'approve' }))
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    await page.evaluate(() => window.testWallets['test.zephyr']?.changeChain(1))
    await dialog(page).getByRole('button', { name: 'Local One' }).click()
    await dialog(page).waitFor({ state: 'hidden' })
    expect(watched.violations).toEqual([])
    expect(watched.errors).toEqual([])
  })
})
