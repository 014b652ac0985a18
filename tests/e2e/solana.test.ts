import type { WalletPlan } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import networks from '../../plugins/solana/networks.json' with { type: 'json' }
import { addressOf } from '../../plugins/solana/src/wallet.test.fixtures.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
import { openWith } from './support/scripted.js'
import { isSignedBy, seedOf } from './support/solana.js'
import { createStage } from './support/stage.js'

const [mainnet, devnet, testnet] = networks.map(({ caipNetworkId }) => caipNetworkId)

const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
      import { createWalletModal } from '@wallet-modal/kernel'
      import { account } from '@wallet-modal/account'
      import { connect } from '@wallet-modal/connect'
      import { solana } from '@wallet-modal/solana'
      const modal = createWalletModal({
        metadata: { name: 'Plain page' },
        networks: ${JSON.stringify(networks.map((network) => ({ ...network, rpcUrls: [`${sandboxUrl}/v1/?chainId=${network.caipNetworkId}`] })))},
        endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
        plugins: [solana(), connect(), account()],
      })
      document.querySelector('#open').onclick = () => void modal.open()
      Object.assign(window, { solanaSite: modal })`,
    }),
})

interface PageModal {
  readonly connections: {
    readonly active: {
      peek(): {
        readonly account: { readonly address: string }
        readonly caipNetworkId: string
        readonly provider: unknown
        readonly adapter: { signMessage(message: string): Promise<string>; parseAddress(text: string): Promise<string> }
      } | null
    }
  }
}

declare global {
  interface Window {
    solanaSite: PageModal
  }
}

const zephyr: WalletPlan = {
  namespace: 'solana',
  name: 'Zephyr',
  keys: [seedOf(1), seedOf(2)],
  // the wallet supports only the first two networks, until a test changes this
  networks: networks.slice(0, 2),
}
async function visit(plan: WalletPlan = zephyr) {
  const { wallets, ...watched } = await openWith(stage, { zephyr: plan })
  return { ...watched, zephyr: wallets.zephyr }
}

const openButton = (page: Page) => page.getByRole('button', { name: 'Connect wallet' })
const active = (page: Page) =>
  page.evaluate(() => {
    const now = window.solanaSite.connections.active.peek()
    return now && { address: now.account.address, caipNetworkId: now.caipNetworkId }
  })
const sign = (page: Page, message: string) =>
  page.evaluate((text) => window.solanaSite.connections.active.peek()?.adapter.signMessage(text), message)

async function connect(page: Page): Promise<void> {
  await openButton(page).click()
  await row(page, 'Zephyr').click()
  await dialog(page).waitFor({ state: 'hidden' })
}

describe('a site with Solana under the strictest Content Security Policy (G1)', () => {
  it('connects a registered wallet, exposes it as the provider, and its signature verifies in OpenSSL', async () => {
    const { page } = await visit()
    await connect(page)
    expect(await active(page)).toEqual({ address: addressOf(1), caipNetworkId: mainnet })
    expect(
      await page.evaluate(() => Reflect.get(Object(window.solanaSite.connections.active.peek()?.provider), 'name')),
    ).toBe('Zephyr')
    const signature = await sign(page, 'Hello, Wörld')
    expect(isSignedBy(addressOf(1), 'Hello, Wörld', String(signature))).toBe(true)
    expect(isSignedBy(addressOf(1), 'Hello, World', String(signature))).toBe(false)
  })

  it('loads the base58 code with the first signature, and only once', async () => {
    const { page, requests } = await visit()
    const countBase58Scripts = async (): Promise<number> => {
      const scripts = [...new Set(requests)].filter((url) => url.endsWith('.js'))
      const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
      return texts.filter((text) => text.includes('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')).length
    }
    await connect(page)
    await page.waitForLoadState('networkidle')
    expect(await countBase58Scripts()).toBe(0)
    await sign(page, 'hi')
    expect(await countBase58Scripts()).toBe(1)
    await page.evaluate(
      (address) => window.solanaSite.connections.active.peek()?.adapter.parseAddress(address),
      addressOf(2),
    )
    expect(await countBase58Scripts()).toBe(1)
  })

  it('H1: sends no request to other origins or to the wallet before a click', async () => {
    const { page, requests, zephyr: wallet } = await visit()
    await page.waitForTimeout(1500)
    expect(requests.filter((url) => !url.startsWith(stage.siteUrl))).toEqual([])
    expect(wallet.requests).toEqual([])
  })

  it('lists a wallet that registers while the modal is open', async () => {
    const { page } = await visit({ ...zephyr, announceAfterMs: 1500 })
    await openButton(page).click()
    await dialog(page).waitFor()
    expect(await row(page, 'Zephyr').count()).toBe(0)
    await row(page, 'Zephyr').click()
    await expect.poll(() => active(page)).toMatchObject({ address: addressOf(1) })
  })

  it('A7: restores the connection after a reload without a prompt, also if the wallet registers late', async () => {
    const { page, zephyr: wallet } = await visit({ ...zephyr, announceAfterMs: 700 })
    await connect(page)
    const before = wallet.requests.length
    await page.reload()
    await expect.poll(() => active(page)).toMatchObject({ address: addressOf(1) })
    expect(wallet.requests.slice(before)).toMatchObject([{ method: 'standard:connect', params: [{ silent: true }] }])
  })

  it('follows the wallet’s account changes, and disconnects on an empty account list', async () => {
    const { page, zephyr: wallet } = await visit()
    await connect(page)
    await wallet.switchAccount(addressOf(2))
    await expect.poll(() => active(page)).toMatchObject({ address: addressOf(2) })
    expect(isSignedBy(addressOf(2), 'hi', String(await sign(page, 'hi')))).toBe(true)
    await wallet.showAccounts([])
    await expect.poll(() => active(page)).toBeNull()
  })

  it('switches to a network that the account supports, and keeps it after a reload', async () => {
    const { page } = await visit()
    await connect(page)
    await openButton(page).click()
    await row(page, /Choose Network/).click()
    await row(page, 'Solana Devnet').click()
    await expect.poll(() => active(page)).toMatchObject({ caipNetworkId: devnet })
    await page.reload()
    await expect.poll(() => active(page)).toMatchObject({ caipNetworkId: devnet })
  })

  it('keeps the active network if the account does not support the chosen one, and says that the wallet could not switch', async () => {
    const { page, zephyr: wallet } = await visit({ ...zephyr, networks })
    await wallet.switchNetwork(String(mainnet))
    await connect(page)
    await openButton(page).click()
    await row(page, /Choose Network/).click()
    await row(page, 'Solana Testnet').click()
    await page.getByText('The wallet could not switch').first().waitFor()
    expect(await active(page)).toMatchObject({ caipNetworkId: mainnet })
    await wallet.switchNetwork(String(testnet))
    await expect.poll(() => active(page)).toMatchObject({ caipNetworkId: testnet })
  })

  it('disconnects in the wallet too, and stays disconnected after a reload', async () => {
    const { page, zephyr: wallet } = await visit()
    await connect(page)
    await openButton(page).click()
    await row(page, 'Disconnect').click()
    await expect.poll(() => active(page)).toBeNull()
    await expect.poll(() => wallet.requests.at(-1)).toMatchObject({ method: 'standard:disconnect' })
    const before = wallet.requests.length
    await page.reload()
    await page.waitForTimeout(500)
    expect(await active(page)).toBeNull()
    expect(wallet.requests.slice(before)).toEqual([])
  })

  it('says that the connection was declined; the visitor can try again', async () => {
    const { page, zephyr: wallet } = await visit()
    wallet.reject()
    await openButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Connection declined').waitFor()
    wallet.approve()
    await row(page, 'Try again').click()
    await expect.poll(() => active(page)).toMatchObject({ address: addressOf(1) })
  })

  it('C2: an approval after the visitor closed the modal connects nothing', async () => {
    const { page, zephyr: wallet } = await visit()
    wallet.hang()
    await openButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    wallet.approve()
    await page.waitForTimeout(300)
    expect(await active(page)).toBeNull()
  })

  it('G3: warns if two wallets have the same name', async () => {
    const { page } = await openWith(stage, { zephyr, twin: { ...zephyr, keys: [seedOf(3)] } })
    await openButton(page).click()
    await expect.poll(() => dialog(page).getByText('Two wallets claim to be the same one').count()).toBe(2)
  })

  it('H4: stores only keys that docs/security.md lists', async () => {
    const { page } = await visit()
    await connect(page)
    const keys = () => page.evaluate(() => Object.keys(localStorage).sort())
    await expect
      .poll(keys)
      .toEqual([
        'wallet-modal/default/@wallet-modal/connect/recent',
        'wallet-modal/default/@wallet-modal/solana/connector',
      ])
  })
})
