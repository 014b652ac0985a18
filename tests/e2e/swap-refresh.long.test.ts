import { type Address, maxUint256, parseAbi, parseEther } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { localContracts } from '../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { chainAt, fact, fundedKey, type HeldToken, openConnected, sandboxToken } from './support/send-page.js'
import { createStage } from './support/stage.js'
import { field, openSwap, serveSwapPage } from './support/swap-page.js'
import { readChanges, watchChanges } from './support/watch-changes.js'

const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'
const { router, wrapped } = localContracts
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])
let dollars: HeldToken

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

/** Raises the price of dollars: another account buys some. */
async function movePrice(): Promise<void> {
  const { address } = await fundedKey(stage.sandboxUrl, parseEther('20'))
  const client = chainAt(stage.sandboxUrl)
  const path: readonly Address[] = [wrapped, dollars.address]
  await client.impersonateAccount({ address })
  const hash = await client.writeContract({
    ...{ account: address, address: router, abi: routerAbi, functionName: 'swapExactETHForTokens' },
    args: [0n, path, address, maxUint256],
    value: parseEther('5'),
  })
  await client.waitForTransactionReceipt({ hash })
}

/** Opens a quote for the swap of one coin. */
async function openQuote() {
  const { key } = await fundedKey(stage.sandboxUrl, parseEther('3'))
  const { page } = await openConnected(stage, { plan: { keys: [key] }, prepare: (context) => context.clock.install() })
  await openSwap(page, { fromToken: COIN, toToken: dollars.assetId, amount: '1' })
  await expect.poll(() => field(page, 'You receive').inputValue(), { timeout: 20_000 }).not.toBe('')
  await expect.poll(() => fact(page, 'Price impact')).toMatch(/%$/)
  await expect.poll(() => fact(page, 'Network cost (estimate)')).toMatch(/\d/)
  /** Triggers the refresh that the view makes after 20 s. */
  const refresh = async (): Promise<void> => {
    const answered = page.waitForResponse((response) => response.url().includes('/convert/quotes'))
    await page.clock.fastForward(20_000)
    await answered
    await page.waitForTimeout(500) // until the new quote is rendered
  }
  return { page, refresh }
}

describe('the refresh of a quote', () => {
  it('changes nothing in the view if the price is the same', async () => {
    const { page, refresh } = await openQuote()
    await watchChanges(page)
    await refresh()
    expect(await readChanges(page)).toEqual([])
  })

  it('changes only the texts of the quote, and adds, removes or restyles no element', async () => {
    const { page, refresh } = await openQuote()
    const before = await field(page, 'You receive').inputValue()
    await watchChanges(page)
    await movePrice()
    await refresh()
    await expect.poll(() => field(page, 'You receive').inputValue()).not.toBe(before)
    const changes = await readChanges(page)
    expect(changes.filter(({ kind }) => kind === 'other')).toEqual([])
    expect(changes.filter(({ kind }) => kind === 'value')).toHaveLength(1) // the amount received
    const texts = new Set(changes.filter(({ kind }) => kind === 'text').map(({ what }) => what))
    // at most: fiat value, rate and minimum received (each twice: shown, and for screen readers), and the price impact with its label
    expect(texts.size).toBeLessThanOrEqual(8)
  })
})
