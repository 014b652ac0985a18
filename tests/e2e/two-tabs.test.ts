import type { Page } from 'playwright-core'
import { type Hex, parseEther, toHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { addressOn, logIn, newEmail, press, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { chainAt } from './support/send-page.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

const newReceiver = () => privateKeyToAddress(generatePrivateKey())

/** Opens the site in two tabs with one login. Each tab displays a transaction of 1 coin to a new receiver. */
async function openTabs() {
  const { page: first } = await stage.open({ wallets: [] })
  const chain = chainAt(stage.sandboxUrl)
  const { address } = await logIn(first, newEmail())
  await chain.setBalance({ address, value: parseEther('5') })
  const second = await first.context().newPage()
  await second.goto(first.url())
  expect(await addressOn(second)).toBe(address)
  const request = async (page: Page, to: Hex) => {
    const transaction = { from: address, to, value: toHex(parseEther('1')) }
    const hash = requestOf(page, 'eth_sendTransaction', [transaction])
    await wallet(page).getByRole('button', { name: 'Approve' }).waitFor()
    return { page, hash, to }
  }
  return { chain, requests: [await request(first, newReceiver()), await request(second, newReceiver())] }
}

it('a tab follows the logout of another tab and its login with another account, and can sign', async () => {
  const { page: first } = await stage.open({ wallets: [] })
  const { address: firstAddress } = await logIn(first, newEmail())
  const second = await first.context().newPage()
  await second.goto(first.url())
  expect(await addressOn(second)).toBe(firstAddress)
  await first.bringToFront()
  await first.evaluate(() => Reflect.get(window, 'modal').disconnect())
  const isConnected = () => second.evaluate(() => Reflect.get(window, 'modal').connections.active.value !== null)
  await expect.poll(isConnected).toBe(false)
  const { address } = await logIn(first, newEmail())
  await expect.poll(isConnected, { timeout: 15_000 }).toBe(true)
  expect(await addressOn(second)).toBe(address)
  await second.bringToFront()
  const signature = requestOf(second, 'personal_sign', ['0x48656c6c6f', address])
  await press(second, 'Approve')
  expect(await verifyMessage({ address, message: 'Hello', signature: (await signature) as Hex })).toBe(true)
})

it('transactions that two tabs display at the same time are both mined', async () => {
  const { chain, requests } = await openTabs()
  for (const { page, hash } of requests) {
    await page.bringToFront()
    await press(page, 'Approve')
    await chain.waitForTransactionReceipt({ hash: (await hash) as Hex, timeout: 10_000 })
  }
  for (const { to } of requests) expect(await chain.getBalance({ address: to })).toBe(parseEther('1'))
})

it('a transaction approved while another tab is broadcasting one uses the next nonce', async () => {
  const { chain, requests } = await openTabs()
  await requests[0]?.page.route('**/accounts/rpc', async (route) => {
    if (route.request().postData()?.includes('eth_sendRawTransaction'))
      await new Promise((resolve) => setTimeout(resolve, 8_000))
    await route.continue()
  })
  for (const { page } of requests) {
    await page.bringToFront()
    await press(page, 'Approve')
  }
  for (const { hash } of requests) await chain.waitForTransactionReceipt({ hash: (await hash) as Hex, timeout: 10_000 })
  for (const { to } of requests) expect(await chain.getBalance({ address: to })).toBe(parseEther('1'))
})
