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

describe('a modal that is opened before the wallet of an earlier visit is back', () => {
  it('shows the wallets first, and the account as soon as the wallet is there', async () => {
    const { page } = await openSendWith(stage, { ether: '5' })
    const other = await page.context().newPage()
    await other.addInitScript(() => {
      let isLate = false
      const announced = 'eip6963:announceProvider'
      window.addEventListener(announced, (event) => {
        if (isLate) return
        event.stopImmediatePropagation()
        setTimeout(() => {
          isLate = true
          window.dispatchEvent(new CustomEvent(announced, { detail: Reflect.get(event, 'detail') }))
        }, 1500)
      })
    })
    await other.goto(page.url())
    await other.click('#open')
    await dialog(other).getByRole('heading', { name: 'Connect Wallet' }).waitFor()
    await row(other, 'Send').waitFor()
    await other.close()
  })
})
