import type { Page } from 'playwright-core'
import { formatEther, parseEther, parseUnits } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { dialog, row } from './support/modal.js'
import { asked, fact, fundedKey, give, type HeldToken, openConnected, sandboxToken } from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, field, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'
let dollars: HeldToken

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

async function openVisitor() {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('3'))
  await give(stage.sandboxUrl, address, dollars, parseUnits('500', 6))
  return openConnected(stage, { plan: { keys: [key] } })
}

const buysDollars = () => ({ fromToken: COIN, toToken: dollars.assetId, amount: '1' })
const sellsDollars = () => ({ fromToken: dollars.assetId, toToken: COIN, amount: '300' })
const toast = (page: Page, text: string | RegExp) =>
  page
    .locator('.wm-toasts')
    .getByRole(/fail|error/i.test(String(text)) ? 'alert' : 'status')
    .getByText(text)

/** Lets a route of the swap service fail until the returned function is called. */
async function breakRoute(page: Page, path: string): Promise<() => Promise<void>> {
  const url = `**/v1/convert/${path}*`
  await page.route(url, (route) => route.fulfill({ status: 500, json: {} }))
  return () => page.unroute(url)
}

/** Lets a method of the node fail. */
const breakMethod = (page: Page, method: string) =>
  page.route('**/v1/?chainId=*', async (route) => {
    const text = route.request().postData() ?? ''
    if (!text.includes(`"${method}"`)) return route.continue()
    const asked: { readonly id: number } | readonly { readonly id: number }[] = JSON.parse(text)
    const refuse = ({ id }: { readonly id: number }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no' } })
    return route.fulfill({ json: Array.isArray(asked) ? asked.map(refuse) : refuse(Object(asked)) })
  })

it('the swap view shows a toast if the token list fails; the reopened view reads the list again', async () => {
  const { page } = await openVisitor()
  const mend = await breakRoute(page, 'tokens')
  await openSwap(page, { fromToken: COIN, amount: '1' })
  await toast(page, 'Failed to initialize swap').waitFor()
  await mend()
  await page.keyboard.press('Escape')
  await openSwap(page, buysDollars())
  await expect.poll(() => field(page, 'You receive').inputValue(), { timeout: 20_000 }).not.toBe('')
})

it('the swap view closes if the token list fails, and can be opened again from the account', async () => {
  const { page } = await openVisitor()
  const mend = await breakRoute(page, 'tokens')
  await page.locator('#open').click()
  await row(page, 'Swap').click()
  await toast(page, 'Failed to initialize swap').waitFor()
  await dialog(page).getByRole('heading', { name: 'Swap' }).waitFor({ state: 'hidden' })
  await mend()
  await row(page, 'Swap').click()
  await dialog(page).getByRole('heading', { name: 'Swap' }).waitFor()
  await expect.poll(() => field(page, 'You pay').isVisible()).toBe(true)
})

it('the swap view shows a toast if the gas price cannot be read; the reopened view reads the gas price again', async () => {
  const { page } = await openVisitor()
  await breakMethod(page, 'eth_gasPrice')
  await openSwap(page, buysDollars())
  await toast(page, 'Failed to fetch network token price').waitFor()
  await page.unroute('**/v1/?chainId=*')
  await page.keyboard.press('Escape')
  const again = page.waitForRequest((request) => request.postData()?.includes('"eth_gasPrice"') ?? false)
  await openSwap(page, buysDollars())
  await again
})

it('if the allowance cannot be checked, or the swap or its approval cannot be prepared, the review shows a toast and the wallet gets no request', async () => {
  const { page, zephyr } = await openVisitor()
  const mendAllowance = await breakRoute(page, 'allowance')
  await openSwap(page, sellsDollars())
  await reviewSwap(page)
  await toast(page, 'Failed to check allowance').waitFor({ timeout: 20_000 })
  await mendAllowance()
  await page.keyboard.press('Escape')
  await breakRoute(page, 'build-transaction')
  await openSwap(page, buysDollars())
  await reviewSwap(page)
  await toast(page, 'Failed to create transaction').waitFor({ timeout: 20_000 })
  await page.keyboard.press('Escape')
  await breakMethod(page, 'eth_estimateGas')
  await openSwap(page, sellsDollars())
  await reviewSwap(page)
  await toast(page, 'Failed to create approval transaction').waitFor({ timeout: 20_000 })
  expect([asked(zephyr, 'eth_sendTransaction'), await button(page, 'Approve').count()]).toEqual([0, 0])
})

it('a toast is shown while the wallet’s prompt is open, and another with the result afterwards', async () => {
  const { page, zephyr } = await openVisitor()
  await openSwap(page, sellsDollars())
  await reviewSwap(page)
  zephyr.hang()
  await button(page, 'Approve').click({ timeout: 20_000 })
  await toast(page, 'Approve limit increase in your wallet').waitFor()
  zephyr.approve()
  await button(page, 'Swap').waitFor({ timeout: 30_000 })
  zephyr.hang()
  await button(page, 'Swap').click()
  await toast(page, 'Confirm transaction in your wallet').waitFor()
  zephyr.approve()
  await toast(page, /Swapped SUSD to about [\d,.]+ ETH/).waitFor({ timeout: 30_000 })
})

it('an amount with more decimals than the token has is reported', async () => {
  const { page } = await openVisitor()
  await openSwap(page, { ...buysDollars(), amount: '0.1234567890123456789' })
  await dialog(page).getByText('Please enter a valid amount').first().waitFor()
})

it('an amount above the balance shows "Insufficient balance"; the whole balance of a token can be reviewed', async () => {
  const { page, zephyr } = await openVisitor()
  await openSwap(page, { ...buysDollars(), amount: '3.1' })
  await dialog(page).getByRole('button', { name: 'Insufficient balance' }).waitFor({ timeout: 20_000 })
  await openSwap(page, { ...sellsDollars(), amount: '500.000001' })
  await dialog(page).getByRole('button', { name: 'Insufficient balance' }).waitFor({ timeout: 20_000 })
  await openSwap(page, { ...sellsDollars(), amount: '500' })
  await row(page, 'Review swap').waitFor({ timeout: 20_000 })
  expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
})

it('the network cost before the review is 150,000 gas at the network’s gas price', async () => {
  const { page } = await openVisitor()
  const price = 2_000_000_000n
  await page.route('**/v1/?chainId=*', async (route) => {
    const call: unknown = JSON.parse(route.request().postData() ?? 'null')
    const { id, method }: { id?: number; method?: string } = Object(Array.isArray(call) ? call[0] : call)
    if (method !== 'eth_gasPrice') return route.continue()
    const reply = { jsonrpc: '2.0', id, result: `0x${price.toString(16)}` }
    return route.fulfill({ json: Array.isArray(call) ? [reply] : reply })
  })
  await openSwap(page, buysDollars())
  await row(page, 'Review swap').waitFor({ timeout: 20_000 })
  const shown = formatEther(price * 150_000n)
  await expect.poll(() => fact(page, 'Network cost (estimate)')).toContain(shown)
})
