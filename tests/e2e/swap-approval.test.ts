import { parseEther, parseUnits } from 'viem'
import { afterEach, beforeAll, describe, it } from 'vitest'
import { dialog } from './support/modal.js'
import { chainAt, fundedKey, give, type HeldToken, openConnected, sandboxToken } from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

/** A site that swaps through the sandbox's pools. */
const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'
let dollars: HeldToken

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

describe('while the approval of a swap is pending on the chain', () => {
  /** Approves dollars in the review. The chain does not include the approval before the end of the test. */
  async function openApproving() {
    const other = await fundedKey(stage.sandboxUrl, parseEther('3'))
    const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('3'))
    await give(stage.sandboxUrl, address, dollars, parseUnits('500', 6))
    const visitor = await openConnected(stage, { plan: { keys: [key, other.key] } })
    await openSwap(visitor.page, { fromToken: dollars.assetId, toToken: COIN, amount: '300' })
    await reviewSwap(visitor.page)
    await button(visitor.page, 'Approve').waitFor({ timeout: 20_000 })
    await chainAt(stage.sandboxUrl).setAutomine(false)
    await button(visitor.page, 'Approve').click()
    await dialog(visitor.page).getByText('Waiting for the approval').waitFor()
    return { ...visitor, address }
  }
  afterEach(() => chainAt(stage.sandboxUrl).setAutomine(true))

  it('another account can review its swap', async () => {
    const { page, zephyr, address } = await openApproving()
    await page.keyboard.press('Escape')
    await zephyr.switchAccount(1)
    await openSwap(page, { fromToken: COIN, toToken: dollars.assetId, amount: '1' })
    await reviewSwap(page)
    await button(page, 'Swap').waitFor({ timeout: 20_000 })
    await zephyr.switchAccount(address)
    await openSwap(page, { fromToken: dollars.assetId, toToken: COIN, amount: '300' })
    await reviewSwap(page)
    await dialog(page).getByText('Waiting for the approval').waitFor({ timeout: 20_000 })
  })

  it('the approval can be repeated once no node knows it any more', async () => {
    const { page } = await openApproving()
    await page.clock.setSystemTime(Date.now() + 660_000)
    await page.route('**/v1/?chainId=*', async (route) => {
      const text = route.request().postData() ?? ''
      if (!/eth_getTransaction(Receipt|ByHash)/.test(text)) return route.continue()
      const calls: { readonly id: number } | readonly { readonly id: number }[] = JSON.parse(text)
      const reply = ({ id }: { readonly id: number }) => ({ jsonrpc: '2.0', id, result: null })
      return route.fulfill({ json: Array.isArray(calls) ? calls.map(reply) : reply(Object(calls)) })
    })
    await button(page, 'Approve').waitFor({ timeout: 60_000 })
  })
})
