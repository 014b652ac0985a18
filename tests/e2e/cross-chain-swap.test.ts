import { convertQuoteToRoute, createClient, getQuote, getStatus, getTokens } from '@lifi/sdk'
import type { Page } from 'playwright-core'
import { type Address, erc20Abi, parseAbi, parseEther, parseUnits, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  COIN,
  diamond,
  dollars,
  HALF,
  heldAt,
  here,
  LONG,
  lifi,
  offerOf,
  openVisitor,
  pair,
  sentBy,
  stage,
  startBridgeSite,
  submit,
  target,
  there,
} from './cross-chain-swap.test.fixtures.js'
import { dialog, row } from './support/modal.js'
import { asked, fact } from './support/send-page.js'
import { button, field, openSwap, reviewSwap } from './support/swap-page.js'

/** One of the sandbox's development accounts, each of which has a balance of every token when the sandbox starts. */
const RICH: Address = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
startBridgeSite()

/** Opens the page of a visitor with a pending swap: the bridge has locked half an Ether. */
async function openPendingSwap() {
  const visitor = await openVisitor('2')
  await openSwap(visitor.page, { fromToken: COIN, toToken: target, amount: '0.5' })
  const offer = await offerOf(zeroAddress, HALF, visitor.address)
  await submit(visitor.page)
  return { ...visitor, offer, hash: await sentBy(visitor.address) }
}

describe('the local LI.FI server', () => {
  it('answers LI.FI’s SDK with cross-chain quotes, tokens and the status of a swap', async () => {
    const client = createClient({
      ...{ integrator: 'wallet-modal-tests', apiUrl: `${lifi.url}/v1` },
      ...{ disableVersionCheck: true, preloadChains: false },
    })
    const { hash, address, offer } = await openPendingSwap()
    const step = await getQuote(client, {
      ...{ fromChain: 31337, toChain: 31338, fromToken: zeroAddress, toToken: dollars.address },
      ...{ fromAmount: String(HALF), fromAddress: address, allowBridges: ['across'], allowDestinationCall: false },
    })
    expect(convertQuoteToRoute(step)).toMatchObject({
      ...{ fromChainId: 31337, toChainId: 31338, fromAddress: address, toAddress: address },
      ...{ toAmount: String(offer.amount), toAmountMin: String(offer.minimum) },
    })
    expect(step.includedSteps.map(({ type, tool }) => [type, tool])).toEqual([['cross', 'across']])
    expect(step.estimate.executionDuration).toBe(4)
    const { tokens } = await getTokens(client, { chains: [31338 as never] })
    expect(tokens[31338]?.find(({ symbol }) => symbol === 'SUSD')).toMatchObject({ decimals: 6, chainId: 31338 })
    const status = (txHash: string) => getStatus(client, { txHash, fromChain: 31337, toChain: 31338 })
    expect(await status(`0x${'7'.repeat(64)}`)).toEqual({ status: 'NOT_FOUND' })
    expect(await status(hash)).toMatchObject({ status: 'PENDING', sending: { txHash: hash, chainId: 31337 } })
    await pair.settle(hash, 'pay')
    expect(await status(hash)).toMatchObject({ status: 'DONE', substatus: 'COMPLETED', receiving: { chainId: 31338 } })
  })
})

describe('a swap to another chain', () => {
  it('is selected, reviewed with both networks, sent once and paid out on the other chain', async () => {
    const { page, zephyr, address } = await openVisitor('2')
    const requestUrls: string[] = []
    page.on('request', (request) => requestUrls.push(request.url()))
    await openSwap(page, { fromToken: COIN, amount: '0.5' })
    await button(page, 'Select Token').click()
    await row(page, /Local One.*Network/).click()
    await row(page, 'Local Two').click()
    await dialog(page).getByRole('searchbox', { name: 'Search token' }).fill(dollars.address)
    await row(page, /Sandbox Dollar/).click()
    const offer = await offerOf(zeroAddress, HALF, address)
    await expect.poll(() => field(page, 'You receive on').inputValue(), LONG).toBe(String(Number(offer.amount) / 1e6))
    expect(await fact(page, 'Arrives in about')).toBe('4 s')
    await expect.poll(() => fact(page, 'Price impact')).toMatch(/^\d+(\.\d+)?.%$/)
    expect(await fact(page, 'Quote from')).toBe('LI.FI')
    expect(await button(page, 'Switch tokens').isDisabled()).toBe(true)
    await reviewSwap(page)
    await button(page, 'Swap').waitFor(LONG)
    expect(await fact(page, 'Received on network')).toBe('Local Two')
    expect(await fact(page, 'Network')).toBe('Local One')
    expect(await fact(page, 'To')).toBe(address)
    expect(await fact(page, 'You receive, at least')).toContain('SUSD')
    expect(await fact(page, 'Provider fee (0.35 %)')).toContain('0.00175')
    expect(await fact(page, 'Arrives in about')).toBe('4 s')
    await button(page, 'Swap').click()
    await dialog(page)
      .getByText(/^On its way to .?Local Two/)
      .waitFor(LONG)
    const hash = await sentBy(address)
    expect(await page.getByText(/^Swapped/).count()).toBe(0)
    expect([await pair.stateOf(hash), await heldAt(there(), address)]).toEqual(['locked', 0n])
    await pair.settle(hash, 'pay')
    await page.getByText(/^Swapped ETH to about [\d,.]+ SUSD$/).waitFor(LONG)
    await dialog(page)
      .getByText(/reports that .* has arrived on/)
      .waitFor()
    expect(await heldAt(there(), address)).toBe(offer.amount)
    expect(await here().getBalance({ address })).toBeLessThan(parseEther('1.5'))
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
    // the Blockchain API swaps on one network only
    expect(requestUrls.filter((url) => url.includes('/v1/convert/quotes') && url.includes('31338'))).toEqual([])
  })

  it('is still tracked after a reload', async () => {
    const { page, address, hash, offer } = await openPendingSwap()
    await page.reload()
    await page.waitForFunction(() => 'openSwap' in window)
    await openSwap(page, {})
    await dialog(page).getByText('Swaps on their way').first().waitFor(LONG)
    await dialog(page).getByText('on its way', { exact: true }).click()
    await dialog(page)
      .getByText(/^On its way to .?Local Two/)
      .waitFor()
    await pair.settle(hash, 'pay')
    await page.getByText(/^Swapped ETH to about [\d,.]+ SUSD$/).waitFor(LONG)
    expect(await heldAt(there(), address)).toBe(offer.amount)
  })

  it('is shown as refunded, never as swapped, if the bridge refunds it', async () => {
    const { page, address, hash } = await openPendingSwap()
    const before = await here().getBalance({ address })
    await pair.settle(hash, 'refund')
    await dialog(page).getByText('Refunded', { exact: true }).waitFor(LONG)
    expect(await page.getByText(/^Swapped/).count()).toBe(0)
    expect((await here().getBalance({ address })) - before).toBe(HALF - diamond.feeOf(HALF))
    expect(await heldAt(there(), address)).toBe(0n)
  })

  it('spends tokens after an approval of exactly their amount', async () => {
    const { page, address } = await openVisitor('1', '300')
    const amount = parseUnits('200', 6)
    await openSwap(page, { fromToken: dollars.assetId, toToken: target, amount: '200' })
    await reviewSwap(page)
    await button(page, 'Approve').click({ timeout: 20_000 })
    await button(page, 'Swap').waitFor(LONG)
    const allowance = { address: dollars.address, abi: erc20Abi, functionName: 'allowance' } as const
    expect(await here().readContract({ ...allowance, args: [address, diamond.address] })).toBe(amount)
    const offer = await offerOf(dollars.address, amount, address)
    await button(page, 'Swap').click()
    await dialog(page)
      .getByText(/^On its way to .?Local Two/)
      .waitFor(LONG)
    await pair.settle(await sentBy(address, 1), 'pay')
    await page.getByText(/^Swapped SUSD to about [\d,.]+ SUSD$/).waitFor(LONG)
    expect([await heldAt(here(), address), await heldAt(there(), address)]).toEqual([
      parseUnits('100', 6),
      offer.amount,
    ])
  })
})

describe('the balance on the other chain', () => {
  /** Gives the account coins and dollars on the other chain. Returns its balances there. */
  async function fund(address: Address, ether: string, usd: string) {
    await there().setBalance({ address, value: parseEther(ether) })
    await giveThere(address, parseUnits(usd, 6))
    return { coins: await there().getBalance({ address }), dollars: await heldAt(there(), address) }
  }
  async function giveThere(address: Address, amount: bigint): Promise<void> {
    const abi = parseAbi(['function transfer(address to, uint256 amount)'])
    const gift = { account: RICH, address: dollars.address, abi, functionName: 'transfer' } as const
    const hash = await there().writeContract({ ...gift, args: [address, amount] })
    await there().waitForTransactionReceipt({ hash })
  }
  const balanceOf = (page: Page, label: string) =>
    dialog(page).locator('section').filter({ hasText: label }).getByText('Balance:')

  it('is shown in the token list and below the amount, and is updated after the swap', async () => {
    const { page, address } = await openVisitor('2')
    const held = await fund(address, '3.25', '12.5')
    expect([held.coins, held.dollars]).toEqual([parseEther('3.25'), parseUnits('12.5', 6)])
    await openSwap(page, { fromToken: COIN, amount: '0.5' })
    await button(page, 'Select Token').click()
    await row(page, /Local One.*Network/).click()
    await row(page, 'Local Two').click()
    await row(page, /Ether.*3\.25 ETH/).waitFor(LONG)
    await row(page, /Sandbox Dollar.*12\.5 SUSD/).click(LONG)
    await balanceOf(page, 'You receive on').getByText('12.5 SUSD').waitFor(LONG)
    expect(await balanceOf(page, 'You pay').textContent()).toContain('2 ETH')
    const offer = await offerOf(zeroAddress, HALF, address)
    await submit(page)
    await pair.settle(await sentBy(address), 'pay')
    await page.getByText(/^Swapped ETH/).waitFor(LONG)
    const now = held.dollars + offer.amount
    expect(await heldAt(there(), address)).toBe(now)
    await page.keyboard.press('Escape')
    await openSwap(page, { fromToken: COIN, toToken: target })
    const shown = String(Number(now) / 1e6).replace(/(\.\d{3}).*/, '$1')
    await balanceOf(page, 'You receive on').getByText(`${shown} SUSD`).waitFor(LONG)
  })

  it('is shown as a dash if the other chain does not respond, and a quote is still shown', async () => {
    const { page, address } = await openVisitor('2')
    await fund(address, '3.25', '12.5')
    await page.route(/31338/, (route) =>
      route.request().url().startsWith(stage.sandboxUrl) ? route.abort() : route.continue(),
    )
    await openSwap(page, { fromToken: COIN, toToken: target, amount: '0.5' })
    const offer = await offerOf(zeroAddress, HALF, address)
    await expect.poll(() => field(page, 'You receive on').inputValue(), LONG).toBe(String(Number(offer.amount) / 1e6))
    expect(await balanceOf(page, 'You receive on').textContent()).toContain('— SUSD')
  })
})
