import { type Sandbox, startSandbox } from '@wallet-modal/sandbox/server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launch, visitor, type Watched, watch } from './support/browser.js'
import { type ServedSite, serveSite } from './support/serve.js'
import { buildSite, localNetworks, scaffoldSite } from './support/site.js'
import type { WalletPlan } from './support/wallet.page.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let sandbox: Sandbox
let browser: Browser
let served: ServedSite
let context: BrowserContext | undefined

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
  const site = await scaffoldSite()
  const directory = await buildSite(site, {
    mode: 'production',
    manifest: (manifest) => ({
      ...manifest,
      networks: localNetworks(sandbox.url),
      endpoints: { catalogue: sandbox.url, blockchain: sandbox.url },
    }),
  })
  served = await serveSite({ directory, services: [sandbox.url] })
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

const zephyr = (more: Partial<WalletPlan> = {}): WalletPlan => ({
  name: 'Zephyr',
  rdns: 'test.zephyr',
  rpcUrl: `${sandbox.url}/v1/?chainId=eip155:{chainId}&projectId=test`,
  ...more,
})

async function open(...wallets: readonly WalletPlan[]): Promise<Watched> {
  context = await visitor(browser, { wallets })
  const watched = await watch(context)
  await watched.page.goto(served.url)
  return watched
}

const connectButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Connect wallet' })
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => dialog(page).getByRole('button', { name })
const calls = (page: Page, method: string, rdns = 'test.zephyr') =>
  page.evaluate(
    ([wallet, name]) => window.testWallets[wallet ?? '']?.calls.filter((call) => call.method === name).length ?? 0,
    [rdns, method],
  )

async function connect(page: Page): Promise<void> {
  await connectButton(page).click()
  await row(page, 'Zephyr').click()
  await page.getByTestId('address').waitFor()
  await dialog(page).waitFor({ state: 'hidden' })
}

const clean = ({ violations, errors }: Watched): void => {
  expect(violations).toEqual([])
  expect(errors).toEqual([])
}

describe('a scaffolded site under the strictest policy (G1)', () => {
  it('connects an announced wallet, signs, and viem verifies the signature', async () => {
    const watched = await open(zephyr())
    const { page } = watched
    await connect(page)
    expect(await page.getByTestId('address').getAttribute('data-address')).toBe(ACCOUNT)
    expect(await page.getByTestId('network').textContent()).toBe('Local One')
    await page.getByTestId('balance').getByText('ETH').waitFor()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await page.getByText('Verified: this account signed this message.').waitFor()
    clean(watched)
  })

  it('H1: asks nobody anything before a click', async () => {
    const { page, requests } = await open(zephyr())
    await page.waitForTimeout(3000)
    expect(requests.filter((url) => !url.startsWith(served.url))).toEqual([])
  })

  it('shows the balance that the chain has', async () => {
    const { page } = await open(zephyr())
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    const onChain = await fetch(`${sandbox.url}/v1/?chainId=eip155:31337&projectId=test`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [ACCOUNT, 'latest'] }),
    }).then((reply) => reply.json())
    const whole = (BigInt(onChain.result) / 10n ** 18n).toString()
    await dialog(page)
      .getByText(new RegExp(`^${whole}(\\.\\d+)? ETH$`))
      .waitFor()
  })

  it('switches the network through the picker', async () => {
    const watched = await open(zephyr())
    const { page } = watched
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    await dialog(page)
      .getByRole('button', { name: /Choose Network/ })
      .click()
    await row(page, 'Local Two').click()
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Local Two')
    expect(await calls(page, 'wallet_switchEthereumChain')).toBe(1)
    clean(watched)
  })

  it('adds a chain that the wallet does not know (4902)', async () => {
    const { page } = await open(zephyr({ knownChainIds: [31337] }))
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    await dialog(page)
      .getByRole('button', { name: /Choose Network/ })
      .click()
    await row(page, 'Local Two').click()
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Local Two')
    expect(await calls(page, 'wallet_addEthereumChain')).toBe(1)
  })

  it('leads out of a network that the site does not list', async () => {
    const { page } = await open(zephyr())
    await connect(page)
    await page.evaluate(() => window.testWallets['test.zephyr']?.changeChain(1))
    await dialog(page).getByText('Switch Network').first().waitFor()
    await row(page, 'Local Two').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Local Two')
  })

  it('A7: comes back after a reload without a prompt', async () => {
    const watched = await open(zephyr())
    const { page } = watched
    await connect(page)
    await page.reload()
    await page.getByTestId('address').waitFor({ timeout: 2000 })
    expect(await calls(page, 'eth_requestAccounts')).toBe(0)
    clean(watched)
  })

  it('comes back with a wallet that announces itself late', async () => {
    const { page } = await open(zephyr({ announceAfterMs: 800 }))
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await page.getByTestId('address').waitFor()
    await page.reload()
    await page.getByTestId('address').waitFor()
    expect(await calls(page, 'eth_requestAccounts')).toBe(0)
  })

  it('A7: a reload while the wallet is asked ends disconnected, not connecting', async () => {
    const { page } = await open(zephyr())
    await page.evaluate(() => Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: 'hang' }))
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await page.reload()
    await connectButton(page).waitFor({ timeout: 2000 })
  })

  it('keeps two tabs together', async () => {
    const { page } = await open(zephyr())
    await connect(page)
    const other = await (context as BrowserContext).newPage()
    await other.goto(served.url)
    await other.getByTestId('address').waitFor()
    await other.getByRole('button', { name: 'Manage account' }).click()
    await row(other, 'Disconnect').click()
    await connectButton(other).waitFor()
    await connectButton(page).waitFor({ timeout: 1000 })
  })

  it('takes a rejection calmly and asks again', async () => {
    const watched = await open(zephyr())
    const { page } = watched
    await page.evaluate(() => Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: 'reject' }))
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Connection declined').waitFor()
    await page.evaluate(() => Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: 'approve' }))
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('address').waitFor()
    clean(watched)
  })

  it('C1: fifty clicks ask the wallet once', async () => {
    const { page } = await open(zephyr())
    await page.evaluate(() => Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: 'hang' }))
    await connectButton(page).click()
    await row(page, 'Zephyr').waitFor()
    await row(page, 'Zephyr').evaluate((button: HTMLElement) => {
      for (let click = 0; click < 50; click++) button.click()
    })
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    expect(await calls(page, 'eth_requestAccounts')).toBe(1)
    await page.evaluate(() => window.testWallets['test.zephyr']?.release())
    await page.getByTestId('address').waitFor()
  })

  it('C2: a wallet that answers after the visitor left changes nothing', async () => {
    const { page } = await open(zephyr())
    await page.evaluate(() => Object.assign(window.testWallets['test.zephyr'] ?? {}, { behaviour: 'hang' }))
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await page.evaluate(() => window.testWallets['test.zephyr']?.release())
    await page.waitForTimeout(300)
    expect(await connectButton(page).isVisible()).toBe(true)
  })

  it('disconnects, takes the permission back and stays disconnected after a reload', async () => {
    const { page } = await open(zephyr())
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, 'Disconnect').click()
    await connectButton(page).waitFor()
    expect(await calls(page, 'wallet_revokePermissions')).toBe(1)
    await page.reload()
    await connectButton(page).waitFor()
  })

  it('finds a wallet that only sits in window.ethereum', async () => {
    const { page } = await open(zephyr({ legacy: true }))
    await connectButton(page).click()
    await row(page, 'Browser Wallet').click()
    await page.getByTestId('address').waitFor()
  })

  it('G3: warns where two wallets claim one identity', async () => {
    const { page } = await open(zephyr(), zephyr({ name: 'Zephyr Wallet' }))
    await connectButton(page).click()
    await expect.poll(() => dialog(page).getByText('Another wallet claims the same identity').count()).toBe(2)
  })

  it('follows the account that the wallet changes to, and an empty list means disconnected', async () => {
    const { page } = await open(zephyr())
    await connect(page)
    await page.evaluate(() =>
      window.testWallets['test.zephyr']?.changeAccounts(['0x70997970c51812dc3a010c7d01b50e0d17dc79c8']),
    )
    await expect
      .poll(() => page.getByTestId('address').getAttribute('data-address'))
      .toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await page.evaluate(() => window.testWallets['test.zephyr']?.changeAccounts([]))
    await connectButton(page).waitFor()
  })

  it('H4: keeps what the inventory lists and nothing else', async () => {
    const { page } = await open(zephyr())
    await connect(page)
    const keys = await page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => !key.startsWith('test-wallet:'))
        .sort(),
    )
    expect(keys).toEqual([
      'wallet-modal/default/@wallet-modal/connect/recent',
      'wallet-modal/default/@wallet-modal/eip155/connector',
    ])
  })
})
