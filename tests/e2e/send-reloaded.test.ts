import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { asked, chainAt, createSendStage, openSendWith, review, sendButton } from './support/send-page.js'

const stage = createSendStage()
const balanceOf = (address: Address): Promise<bigint> => chainAt(stage.sandboxUrl).getBalance({ address })

describe('A7, B3: a page reloaded while the wallet’s prompt is open', () => {
  it('shows the payment as "result unknown" before a new payment can be made; another tab does not show it', async () => {
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
      .getByText(/result unknown|To \u2066?0x/)
      .first()
      .waitFor()
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  })
})

/** A second tab of the same site, in which the wallet is announced only when the test calls `announce`. */
async function openTabWithLateWallet(page: Page): Promise<{ tab: Page; announce(): Promise<void> }> {
  const tab = await page.context().newPage()
  await tab.addInitScript(() => {
    const announced = 'eip6963:announceProvider'
    const delayed: unknown[] = []
    window.requestIdleCallback = () => 0 // no prefetch: the interface's code loads on the click
    let isDelayed = true
    window.addEventListener(announced, (event) => {
      if (!isDelayed) return
      event.stopImmediatePropagation()
      delayed.push(Reflect.get(event, 'detail'))
    })
    Reflect.set(window, 'announceWallet', () => {
      isDelayed = false
      for (const detail of delayed) window.dispatchEvent(new CustomEvent(announced, { detail }))
    })
  })
  await tab.goto(page.url())
  return { tab, announce: () => tab.evaluate(() => Reflect.get(window, 'announceWallet')()) }
}

describe('a modal opened before the wallet of an earlier visit is reconnected', () => {
  it('shows the wallet list first, and the account once the wallet is announced', async () => {
    const { page } = await openSendWith(stage, { ether: '5' })
    const { tab, announce } = await openTabWithLateWallet(page)
    await tab.click('#open')
    await dialog(tab).getByRole('heading', { name: 'Connect Wallet' }).waitFor()
    await announce()
    await row(tab, 'Send').waitFor()
    await tab.close()
  })

  it('shows the account if the wallet is announced while the view’s code is loading', async () => {
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
