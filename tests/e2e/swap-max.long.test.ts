import { type Address, parseEther } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import {
  asked,
  chainAt,
  fundedKey,
  type HeldToken,
  openConnected,
  sandboxToken,
  tokenBalance,
} from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, field, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'
let dollars: HeldToken

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

async function openForm(ether: string) {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther(ether))
  const visitor = await openConnected(stage, { plan: { keys: [key] } })
  await openSwap(visitor.page, { fromToken: COIN, toToken: dollars.assetId })
  await field(visitor.page, 'You pay').waitFor()
  return { ...visitor, address }
}

const coinsOf = (address: Address): Promise<bigint> => chainAt(stage.sandboxUrl).getBalance({ address })

it('D4: Max swaps all coins except for the network fee, and the swap is confirmed', async () => {
  const { page, zephyr, address } = await openForm('2')
  await button(page, 'Max').click()
  await expect.poll(() => field(page, 'You pay').inputValue(), { timeout: 20_000 }).toMatch(/^1\.9/)
  await reviewSwap(page)
  await button(page, 'Swap').click({ timeout: 20_000 })
  await page.getByText(/Swapped ETH to about [\d,.]+ SUSD/).waitFor({ timeout: 30_000 })
  expect(await coinsOf(address)).toBeLessThan(parseEther('0.01'))
  expect(await tokenBalance(stage.sandboxUrl, dollars, address)).toBeGreaterThan(0n)
  expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
})

it('a typed comma is the decimal separator only in languages with a decimal comma, and a pasted number with a comma is refused', async () => {
  const { page } = await openForm('2')
  const input = field(page, 'You pay')
  await input.focus()
  await page.keyboard.type('1,000')
  await button(page, 'Incorrect amount').waitFor()
  expect(await input.inputValue()).toBe('1,000')
  await input.fill('')
  await page.evaluate(() => Reflect.get(window, 'modal').setLocale('pt'))
  await page.keyboard.type('1,5')
  expect(await input.inputValue()).toBe('1.5')
  await page.evaluate(() => Reflect.get(window, 'modal').setLocale('en'))
  await input.fill('1,234')
  await button(page, 'Incorrect amount').waitFor()
  expect(await input.inputValue()).toBe('1,234')
})
