import { type Address, erc20Abi, parseEther, parseUnits } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { localContracts } from '../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { delegate, withBatches } from './support/batch-wallet.js'
import { dialog } from './support/modal.js'
import {
  asked,
  chainAt,
  fundedKey,
  give,
  type HeldToken,
  openConnected,
  sandboxToken,
  tokenBalance,
} from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'
const { router } = localContracts
let dollars: HeldToken

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

/** Opens the review of a swap of 300 dollars, from an account that supports batches. */
async function openReview() {
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
  await give(stage.sandboxUrl, address, dollars, parseUnits('500', 6))
  await delegate(stage.sandboxUrl, key)
  const visitor = await openConnected(stage, { ...withBatches, plan: { keys: [key] } })
  await openSwap(visitor.page, { fromToken: dollars.assetId, toToken: COIN, amount: '300' })
  await reviewSwap(visitor.page)
  await button(visitor.page, 'Swap').waitFor({ timeout: 20_000 })
  return { ...visitor, address }
}

async function readFunds(address: Address) {
  const client = chainAt(stage.sandboxUrl)
  const args = [address, router] as const
  return {
    coins: await client.getBalance({ address }),
    dollars: await tokenBalance(stage.sandboxUrl, dollars, address),
    allowance: await client.readContract({
      address: dollars.address,
      abi: erc20Abi,
      functionName: 'allowance',
      args,
    }),
  }
}

it('EIP-5792: approval and swap are sent as one batch, for the exact amount', async () => {
  const { page, zephyr, address } = await openReview()
  await dialog(page).getByText('The approval and the swap are one transaction').waitFor()
  const before = await readFunds(address)
  await button(page, 'Swap').click()
  await page.getByText(/Swapped SUSD to about [\d,.]+ ETH/).waitFor({ timeout: 30_000 })
  const after = await readFunds(address)
  expect(before.dollars - after.dollars).toBe(parseUnits('300', 6))
  expect(after.coins).toBeGreaterThan(before.coins)
  expect(after.allowance).toBe(0n)
  expect(await page.evaluate(() => Reflect.get(window, 'batch'))).toEqual({ count: 2, atomicRequired: true })
  expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
})

it('EIP-5792: a rejection leaves no allowance, and the visitor can try again', async () => {
  const { page, zephyr, address } = await openReview()
  const before = await readFunds(address)
  expect(before.allowance).toBe(0n)
  zephyr.reject()
  await button(page, 'Swap').click()
  await dialog(page).getByText('Signature declined').waitFor()
  expect(await readFunds(address)).toEqual(before)
  zephyr.approve()
  await button(page, 'Swap').click()
  await page.getByText(/Swapped SUSD to/).waitFor({ timeout: 30_000 })
  expect((await readFunds(address)).dollars).toBe(before.dollars - parseUnits('300', 6))
})
