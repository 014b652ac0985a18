import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { asked, chainAt, createSendStage, openSendWith, review, sendButton } from './support/send-page.js'

const stage = createSendStage()
const balanceOf = (address: Address): Promise<bigint> => chainAt(stage.sandboxUrl).getBalance({ address })

describe('A7, B3: a page that is loaded anew while the wallet asks', () => {
  it('says of the payment that it may be on its way before another one can be made, and another tab does not', async () => {
    const { page, zephyr } = await openSendWith(stage, { ether: '5', query: '?history' })
    const to = privateKeyToAddress(generatePrivateKey())
    await review(page, { amount: '1', to })
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.click('#open')
    await row(other, 'Send').waitFor()
    zephyr.hang()
    await sendButton(page).click()
    await expect.poll(() => asked(zephyr, 'eth_sendTransaction')).toBe(1)
    await row(other, 'Send').click()
    await dialog(other).getByRole('heading', { name: 'Send', exact: true }).waitFor()
    await other.waitForTimeout(500)
    expect(await dialog(other).getByText('Sent, result unknown').count()).toBe(0)
    await other.close()
    await page.reload()
    zephyr.approve()
    await expect.poll(() => balanceOf(to)).toBe(parseEther('1'))
    await page.click('#open')
    await row(page, 'Send').click()
    await dialog(page).getByText('Sent, result unknown').waitFor()
    expect((await dialog(page).textContent())?.replace(/\s/g, '')).toContain(to)
    await page.evaluate(() => Reflect.get(window, 'openActivity')())
    await dialog(page)
      .getByText(/result unknown|To 0x/)
      .first()
      .waitFor()
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  })
})

/** A second tab of the same site, in which the wallet is announced only when the test says so. */
async function openTabWithLateWallet(page: Page): Promise<{ tab: Page; announce(): Promise<void> }> {
  const tab = await page.context().newPage()
  await tab.addInitScript(() => {
    const announced = 'eip6963:announceProvider'
    const held: unknown[] = []
    window.requestIdleCallback = () => 0 // the interface's code is fetched by the click, not ahead of it
    let isHeld = true
    window.addEventListener(announced, (event) => {
      if (!isHeld) return
      event.stopImmediatePropagation()
      held.push(Reflect.get(event, 'detail'))
    })
    Reflect.set(window, 'announceWallet', () => {
      isHeld = false
      for (const detail of held) window.dispatchEvent(new CustomEvent(announced, { detail }))
    })
  })
  await tab.goto(page.url())
  return { tab, announce: () => tab.evaluate(() => Reflect.get(window, 'announceWallet')()) }
}

describe('a modal that is opened before the wallet of an earlier visit is back', () => {
  it('shows the wallets first, and the account as soon as the wallet is there', async () => {
    const { page } = await openSendWith(stage, { ether: '5' })
    const { tab, announce } = await openTabWithLateWallet(page)
    await tab.click('#open')
    await dialog(tab).getByRole('heading', { name: 'Connect Wallet' }).waitFor()
    await announce()
    await row(tab, 'Send').waitFor()
    await tab.close()
  })

  it('shows the account when the wallet is back while the code of the view is on its way', async () => {
    const { page } = await openSendWith(stage, { ether: '5' })
    const { tab, announce } = await openTabWithLateWallet(page)
    let deliver: () => void = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    await tab.route('**/*.js', async (route) => {
      await delivered
      await route.continue()
    })
    await tab.click('#open')
    await announce()
    await tab.waitForTimeout(500) // long enough for the wallet to be asked for its accounts
    expect(await dialog(tab).count()).toBe(0)
    deliver()
    await row(tab, 'Send').waitFor()
    await tab.close()
  })
})
