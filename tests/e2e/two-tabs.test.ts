import type { Page } from 'playwright-core'
import { type Hex, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { addressOn, logIn, newEmail, press, requestOf, serveEmailSite, wallet } from './support/email-site.js'
import { chainAt } from './support/send-page.js'
import { createStage } from './support/stage.js'

const stage = createStage({ serve: serveEmailSite })

const newReceiver = () => privateKeyToAddress(generatePrivateKey())

it('transactions that two tabs display at the same time are both mined', async () => {
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
    return { hash, to }
  }
  const requests = [await request(first, newReceiver()), await request(second, newReceiver())]
  for (const [at, page] of [first, second].entries()) {
    await page.bringToFront()
    await press(page, 'Approve')
    const hash = (await requests[at]?.hash) as Hex
    await chain.waitForTransactionReceipt({ hash, timeout: 10_000 })
  }
  for (const { to } of requests) expect(await chain.getBalance({ address: to })).toBe(parseEther('1'))
})
