import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { localNetworks } from '../e2e/support/local-networks.js'
import { connectWith, dialog, row } from '../e2e/support/modal.js'
import { serveSite } from '../e2e/support/serve.js'
import { createStage } from '../e2e/support/stage.js'
import { ACCOUNT, behave, calls, changeAccounts, changeChain, release } from '../e2e/support/wallet.js'
import { buildSite, scaffoldSite } from './support/site.js'

const stage = createStage({
  async serve(sandboxUrl) {
    const directory = await buildSite(await scaffoldSite(), {
      mode: 'production',
      manifest: (manifest) => ({
        ...manifest,
        networks: localNetworks(sandboxUrl),
        endpoints: { catalogue: sandboxUrl, blockchain: sandboxUrl },
      }),
    })
    return serveSite({ directory, services: [sandboxUrl] })
  },
})

const connectButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Connect wallet' })

async function connect(page: Page): Promise<void> {
  await connectWith(connectButton(page))
  await page.getByTestId('address').waitFor()
}

describe('a scaffolded site under the strictest Content Security Policy (G1)', () => {
  it('connects an announced wallet, signs, and viem verifies the signature', async () => {
    const { page } = await stage.open()
    await connect(page)
    expect(await page.getByTestId('address').getAttribute('data-address')).toBe(ACCOUNT)
    expect(await page.getByTestId('network').textContent()).toBe('Local One')
    await page.getByTestId('balance').getByText('ETH').waitFor()
    await page.getByRole('button', { name: 'Sign message' }).click()
    await page.getByText('Verified: this account signed this message.').waitFor()
  })

  it('H1: sends no request to another host before a click', async () => {
    const { page, requests } = await stage.open()
    await page.waitForTimeout(3000)
    expect(requests.filter((url) => !url.startsWith(stage.siteUrl))).toEqual([])
  })

  it('shows the balance of the account on the chain', async () => {
    const { page } = await stage.open()
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    const onChain = await fetch(`${stage.sandboxUrl}/v1/?chainId=eip155:31337&projectId=test`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [ACCOUNT, 'latest'] }),
    }).then((reply) => reply.json())
    const whole = (BigInt(onChain.result) / 10n ** 18n).toString()
    await dialog(page)
      .getByText(new RegExp(`^${whole}(\\.\\d+)? ETH$`))
      .first() // the balance is at the top and in the list of tokens
      .waitFor()
  })

  it('switches the network with the network list', async () => {
    const { page } = await stage.open()
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, /Choose Network/).click()
    await row(page, 'Local Two').click()
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Local Two')
    await expect.poll(() => calls(page, 'wallet_switchEthereumChain')).toBe(1)
  })

  it('adds a chain that the wallet does not know (4902)', async () => {
    const { page } = await stage.open({ wallets: [stage.zephyr({ knownChainIds: [31337] })] })
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, /Choose Network/).click()
    await row(page, 'Local Two').click()
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Local Two')
    await expect.poll(() => calls(page, 'wallet_addEthereumChain')).toBe(1)
  })

  it('offers to switch when the wallet changes to a network that the site does not list', async () => {
    const { page } = await stage.open()
    await connect(page)
    await changeChain(page, 1)
    await dialog(page).getByText('Switch Network').first().waitFor()
    await row(page, 'Local Two').click()
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByTestId('network').textContent()).toBe('Local Two')
  })

  it('A7: restores the connection after a reload without a prompt', async () => {
    const { page } = await stage.open()
    await connect(page)
    await page.reload()
    await page.getByTestId('address').waitFor({ timeout: 2000 })
    expect(await calls(page, 'eth_requestAccounts')).toBe(0)
  })

  it('restores the connection with a wallet that announces itself late', async () => {
    const { page } = await stage.open({ wallets: [stage.zephyr({ announceAfterMs: 800 })] })
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await page.getByTestId('address').waitFor()
    await page.reload()
    await page.getByTestId('address').waitFor()
    expect(await calls(page, 'eth_requestAccounts')).toBe(0)
  })

  it('A7: is disconnected, not connecting, after a reload during a connection request', async () => {
    const { page } = await stage.open()
    await behave(page, 'hang')
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await page.reload()
    await connectButton(page).waitFor({ timeout: 2000 })
  })

  it('restores the connection in a second tab; a disconnect there also disconnects the first tab', async () => {
    const { page } = await stage.open()
    await connect(page)
    const other = await page.context().newPage()
    await other.goto(stage.siteUrl)
    await other.getByTestId('address').waitFor()
    await other.getByRole('button', { name: 'Manage account' }).click()
    await row(other, 'Disconnect').click()
    await connectButton(other).waitFor()
    await connectButton(page).waitFor({ timeout: 1000 })
  })

  it('shows a rejection, and connects after "Try again"', async () => {
    const { page } = await stage.open()
    await behave(page, 'reject')
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Connection declined').waitFor()
    await behave(page, 'approve')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByTestId('address').waitFor()
  })

  it('C1: fifty clicks send one connection request to the wallet', async () => {
    const { page } = await stage.open()
    await behave(page, 'hang')
    await connectButton(page).click()
    await row(page, 'Zephyr').waitFor()
    await page.waitForLoadState('networkidle') // the code for connecting is loaded, so that each click could reach the wallet at once
    await row(page, 'Zephyr').evaluate(async (button: HTMLElement) => {
      for (let click = 0; click < 50; click++) {
        button.click()
        if (click % 10 === 9) await new Promise((next) => setTimeout(next)) // several clicks in one task, and several tasks
      }
    })
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await expect.poll(() => calls(page, 'eth_requestAccounts')).toBe(1)
    await release(page)
    await page.getByTestId('address').waitFor()
  })

  it('C2: stays disconnected if the wallet approves after the visitor closed the modal', async () => {
    const { page } = await stage.open()
    await behave(page, 'hang')
    await connectButton(page).click()
    await row(page, 'Zephyr').click()
    await dialog(page).getByText('Continue in Zephyr').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await release(page)
    await page.waitForTimeout(300)
    await expect.poll(() => connectButton(page).isVisible()).toBe(true)
  })

  it('disconnects, revokes the permission, and stays disconnected after a reload', async () => {
    const { page } = await stage.open()
    await connect(page)
    await page.getByRole('button', { name: 'Manage account' }).click()
    await row(page, 'Disconnect').click()
    await connectButton(page).waitFor()
    await expect.poll(() => calls(page, 'wallet_revokePermissions')).toBe(1)
    await page.reload()
    await connectButton(page).waitFor()
  })

  it('connects a wallet that is only available as window.ethereum', async () => {
    const { page } = await stage.open({ wallets: [stage.zephyr({ legacy: true })] })
    await connectButton(page).click()
    await row(page, 'Browser Wallet').click()
    await page.getByTestId('address').waitFor()
  })

  it('G3: warns at both wallets if two wallets announce the same identity', async () => {
    const { page } = await stage.open({ wallets: [stage.zephyr(), stage.zephyr({ name: 'Zephyr Wallet' })] })
    await connectButton(page).click()
    await expect.poll(() => dialog(page).getByText('Two wallets claim to be the same one').count()).toBe(2)
  })

  it('follows an account change of the wallet, and disconnects on an empty account list', async () => {
    const { page } = await stage.open()
    await connect(page)
    await changeAccounts(page, ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'])
    await expect
      .poll(() => page.getByTestId('address').getAttribute('data-address'))
      .toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await changeAccounts(page, [])
    await connectButton(page).waitFor()
  })

  it('H4: stores only keys that docs/security.md lists', async () => {
    const { page } = await stage.open()
    await connect(page)
    const keys = () =>
      page.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => !key.startsWith('test-wallet:'))
          .sort(),
      )
    const inventory = [
      'wallet-modal/default/@wallet-modal/connect/recent',
      'wallet-modal/default/@wallet-modal/eip155/connector',
    ]
    await expect.poll(keys).toEqual(inventory)
    await page.waitForTimeout(500)
    expect(await keys()).toEqual(inventory)
  })
})
