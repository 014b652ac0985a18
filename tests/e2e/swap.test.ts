import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { localContracts } from '../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { findWithAxe } from './support/axe.js'
import { dialog } from './support/modal.js'
import {
  asked,
  chainAt,
  fact,
  fundedKey,
  give,
  type HeldToken,
  openConnected,
  sandboxToken,
  tokenBalance,
} from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, field, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

/** A site that swaps through the sandbox's pools. */
const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'
let dollars: HeldToken

const routerAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

const { router, wrapped } = localContracts
const quoteAt = async (amount: bigint, path: readonly Address[]): Promise<bigint> =>
  (
    await chainAt(stage.sandboxUrl).readContract({
      address: router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args: [amount, path],
    })
  ).at(-1) ?? 0n
const [pool] = localContracts.pools
const poolAddress = pool?.address ?? router
const wrappedAbi = parseAbi(['function balanceOf(address owner) view returns (uint256)'])

/** Balances of the pool and of the account. */
async function readFunds(address: Address) {
  const client = chainAt(stage.sandboxUrl)
  const pooled = { address: wrapped, abi: wrappedAbi, functionName: 'balanceOf', args: [poolAddress] } as const
  return {
    poolCoins: await client.readContract(pooled),
    poolDollars: await tokenBalance(stage.sandboxUrl, dollars, poolAddress),
    coins: await client.getBalance({ address }),
    dollars: await tokenBalance(stage.sandboxUrl, dollars, address),
  }
}

const afterFee = (amount: bigint): bigint => amount - (amount * 85n) / 10_000n

/** A visitor with coins and dollars. */
async function openVisitor(ether: string, usd: string) {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther(ether))
  await give(stage.sandboxUrl, address, dollars, parseUnits(usd, 6))
  return { ...(await openConnected(stage, { plan: { keys: [key] } })), address }
}

const coinsToDollars = { fromToken: COIN, amount: '1' }
const withDollars = () => ({ ...coinsToDollars, toToken: dollars.assetId })

describe('swap', () => {
  it('swaps coins for a token, and Activity lists the swap', async () => {
    const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('5'))
    const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
    await page.click('#open')
    await button(page, 'Swap').click()
    await field(page, 'You pay').fill('1')
    await dialog(page).getByRole('region', { name: 'You receive' }).getByRole('button').click()
    await dialog(page).getByText('Sandbox Dollar', { exact: true }).first().click()
    const expected = await quoteAt(parseEther('1'), [wrapped, dollars.address])
    await expect.poll(() => field(page, 'You receive').inputValue(), { timeout: 20_000 }).toBe(formatUnits(expected, 6))
    // the account holds no dollars yet, so their price is read for the price impact
    await expect.poll(() => fact(page, 'Price impact')).toMatch(/^\d+(\.\d+)?.%$/)
    expect(await findWithAxe(page, 'html')).toEqual([])
    const before = await readFunds(address)
    await reviewSwap(page)
    await button(page, 'Swap').waitFor()
    expect(await fact(page, 'You pay')).toContain('1')
    await button(page, 'Swap').click()
    await page.getByText(/Swapped ETH to about [\d,.]+ SUSD/).waitFor({ timeout: 30_000 })
    const after = await readFunds(address)
    expect(after.dollars).toBe(expected)
    expect(before.poolDollars - after.poolDollars).toBe(expected)
    expect(after.poolCoins - before.poolCoins).toBe(afterFee(parseEther('1')))
    expect(after.coins).toBeLessThan(parseEther('4'))
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
    await page.evaluate(() => Reflect.get(window, 'openActivity')())
    await dialog(page).getByText('Swapped').first().waitFor()
  })

  it('D6: swaps a token for coins after an approval of exactly the swapped amount', async () => {
    const { page, zephyr, address } = await openVisitor('1', '500')
    const amount = parseUnits('300', 6)
    const before = await readFunds(address)
    await openSwap(page, { fromToken: dollars.assetId, toToken: COIN, amount: '300' })
    await reviewSwap(page)
    await button(page, 'Approve').waitFor({ timeout: 20_000 })
    expect(String(await dialog(page).textContent()).replace(/[\s\u2066-\u2069]/g, '')).toContain('300SUSD')
    await button(page, 'Approve').click()
    await button(page, 'Swap').waitFor({ timeout: 30_000 })
    const allowance = {
      address: dollars.address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [address, router],
    } as const
    expect(await chainAt(stage.sandboxUrl).readContract(allowance)).toBe(amount)
    const expected = await quoteAt(amount, [dollars.address, wrapped])
    await button(page, 'Swap').click()
    await page.getByText(/Swapped SUSD to about [\d,.]+ ETH/).waitFor({ timeout: 30_000 })
    const after = await readFunds(address)
    expect(before.dollars - after.dollars).toBe(amount)
    expect(before.poolCoins - after.poolCoins).toBe(expected)
    expect(after.poolDollars - before.poolDollars).toBe(afterFee(amount))
    expect(after.coins).toBeGreaterThan(before.coins)
    expect(await chainAt(stage.sandboxUrl).readContract(allowance)).toBe(0n)
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(2)
  })

  it('a rejection in the wallet swaps nothing, and the visitor can try again', async () => {
    const { page, zephyr, address } = await openVisitor('3', '1')
    await openSwap(page, withDollars())
    await reviewSwap(page)
    await button(page, 'Swap').waitFor({ timeout: 20_000 })
    const before = await readFunds(address)
    zephyr.reject()
    await button(page, 'Swap').click()
    await dialog(page).getByText('Signature declined').waitFor()
    expect(await readFunds(address)).toEqual(before)
    zephyr.approve()
    await button(page, 'Swap').click()
    await page.getByText(/Swapped ETH to/).waitFor({ timeout: 30_000 })
    expect((await readFunds(address)).dollars).toBeGreaterThan(before.dollars)
  })

  it('a swap whose price moved beyond the slippage fails on the chain, and nothing is swapped', async () => {
    const { page, address } = await openVisitor('3', '1')
    await openSwap(page, withDollars())
    await reviewSwap(page)
    await button(page, 'Swap').waitFor({ timeout: 20_000 })
    const other = await fundedKey(stage.sandboxUrl, parseEther('100'))
    const client = chainAt(stage.sandboxUrl)
    const args = [0n, [wrapped, dollars.address], other.address, maxUint256] as const
    await client.impersonateAccount({ address: other.address })
    const hash = await client.writeContract({
      ...{ account: other.address, address: router, abi: routerAbi, functionName: 'swapExactETHForTokens', args },
      value: parseEther('50'),
    })
    await client.waitForTransactionReceipt({ hash })
    const before = await readFunds(address)
    await button(page, 'Swap').click()
    await page.getByText('Transaction error').waitFor({ timeout: 30_000 })
    const after = await readFunds(address)
    expect([after.dollars, after.poolDollars, after.poolCoins]).toEqual([
      ...[before.dollars, before.poolDollars, before.poolCoins],
    ])
    expect(before.coins - after.coins).toBeLessThan(parseEther('0.01')) // the fee
  })
})

describe('slippage', () => {
  it('a custom value warns at extremes, is rejected above 50 %, and is restored after a reload', async () => {
    const { page, address } = await openVisitor('3', '1')
    const input = () => field(page, 'Max slippage in percent')
    const minimumAt = async (bps: bigint): Promise<string> =>
      formatUnits(((await quoteAt(parseEther('1'), [wrapped, dollars.address])) * (10_000n - bps)) / 10_000n, 6)
    const shown = async (): Promise<string> => (await fact(page, 'Minimum received')).replace(/[^\d.]/g, '')
    await openSwap(page, withDollars())
    await dialog(page).getByRole('tab', { name: 'Custom' }).click()
    await input().fill('0.05')
    await dialog(page).getByText('The swap may fail').waitFor()
    await input().fill('50.01')
    await dialog(page).getByText('Enter a percentage from 0 to 50.').waitFor()
    await button(page, 'Incorrect slippage').waitFor()
    await input().fill('7.5')
    await dialog(page).getByText('You may receive much less').waitFor()
    await expect.poll(shown, { timeout: 20_000 }).toBe(await minimumAt(750n))
    await page.reload()
    await page.waitForFunction(() => Reflect.has(window, 'openSwap'))
    await openSwap(page, withDollars())
    await expect.poll(() => input().inputValue(), { timeout: 20_000 }).toBe('7.5')
    await expect.poll(shown, { timeout: 20_000 }).toBe(await minimumAt(750n))
    await dialog(page).getByRole('tab', { name: '0.5 %' }).click()
    await expect.poll(shown, { timeout: 20_000 }).toBe(await minimumAt(50n))
    expect(await input().count()).toBe(0)
    expect((await readFunds(address)).dollars).toBe(parseUnits('1', 6))
  })
})

describe('D7: a tampered reply to build-transaction', () => {
  const stranger: Address = '0x00000000000000000000000000000000000badd1'
  const encode = (minimum: bigint, path: readonly Address[], to: Address): Hex =>
    encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: [minimum, path, to, maxUint256] })
  type Tx = { readonly to: string; readonly data: Hex; readonly amount: string }
  const tampered: Readonly<Record<string, (tx: Tx, own: Address, minimum: bigint) => Partial<Tx>>> = {
    'another contract': () => ({ to: `eip155:31337:${stranger}` }),
    'another receiver': (_, __, minimum) => ({ data: encode(minimum, [wrapped, dollars.address], stranger) }),
    'another token': (_, own, minimum) => ({
      data: encode(minimum, [wrapped, localContracts.pools[1]?.token ?? wrapped], own),
    }),
    'no minimum': (_, own) => ({ data: encode(0n, [wrapped, dollars.address], own) }),
    'a minimum below the screen': (_, own, minimum) => ({
      data: encode(minimum - 1n, [wrapped, dollars.address], own),
    }),
    'more coins': ({ amount }) => ({ amount: String(BigInt(amount) + 1n) }),
    'fewer coins': () => ({ amount: '0' }),
    'another selector': ({ data }) => ({ data: `0xdeadbeef${data.slice(10)}` }),
    'bytes at the end': ({ data }) => ({ data: `${data}00` }),
    'an approval': () => ({
      ...{ to: `eip155:31337:${dollars.address}`, amount: '0' },
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, maxUint256] }),
    }),
    'a transfer of coins': () => ({ to: `eip155:31337:${stranger}`, data: '0x' }),
  }

  it('is rejected in each variant before the wallet is asked, and nothing is swapped', async () => {
    const { page, zephyr, address } = await openVisitor('3', '1')
    const before = await readFunds(address)
    let change: (typeof tampered)[string] = () => ({})
    let changes = 0
    const minimum = ((await quoteAt(parseEther('1'), [wrapped, dollars.address])) * 9_900n) / 10_000n
    await page.route('**/v1/convert/build-transaction*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      const { tx }: { readonly tx: Tx } = await response.json()
      changes++
      return route.fulfill({ response, json: { tx: { ...tx, ...change(tx, address, minimum) } } })
    })
    for (const [name, variant] of Object.entries(tampered)) {
      change = variant
      const changesBefore = changes
      await openSwap(page, withDollars())
      await reviewSwap(page)
      const reason = /differs from the requested one|refuses this call|an unknown contract|"data" is missing or wrong/
      await dialog(page).getByText(reason).waitFor({ timeout: 20_000 })
      expect(changes, name).toBeGreaterThan(changesBefore)
      expect(await button(page, 'Swap').count(), name).toBe(0)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
    expect(await readFunds(address)).toEqual(before)
    change = () => ({})
    await openSwap(page, withDollars())
    await reviewSwap(page)
    await button(page, 'Swap').waitFor({ timeout: 20_000 })
  })
})
