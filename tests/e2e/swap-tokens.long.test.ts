import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { localContracts } from '../../plugins/sandbox/src/server/evm/contracts/local-contracts.js'
import { repository } from '../setup/workspaces.mjs'
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
import type { OpenPlan } from './support/stage.js'
import { createStage } from './support/stage.js'
import { button, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const COIN = 'eip155:31337/slip44:60'
const { router } = localContracts
const codes: Readonly<Record<string, Hex>> = JSON.parse(
  readFileSync(join(repository, 'tests/corpora/swap-contracts.json'), 'utf8'),
)

const tokenOf = (symbol: string): Promise<HeldToken> => sandboxToken(stage.sandboxUrl, symbol)

const readAllowance = ({ address }: HeldToken, owner: Address): Promise<bigint> =>
  chainAt(stage.sandboxUrl).readContract({
    ...{ address, abi: erc20Abi, functionName: 'allowance', args: [owner, router] },
  })

/** Opens the review of a swap of 300 dollars, for an account with 500. The token requires a reset of its old allowance of 1. */
async function openCautious(plan: OpenPlan = {}, prepare: (key: Hex) => Promise<void> = async () => undefined) {
  const client = chainAt(stage.sandboxUrl)
  const dollars = await tokenOf('SUSD')
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
  await give(stage.sandboxUrl, address, dollars, parseUnits('500', 6))
  await client.setCode({ address: dollars.address, bytecode: codes.CautiousToken ?? '0x' })
  const args = [router, parseUnits('1', 6)] as const
  const approval = { address: dollars.address, abi: erc20Abi, functionName: 'approve', args } as const
  const hash = await client.writeContract({ ...approval, account: privateKeyToAccount(key) })
  await client.waitForTransactionReceipt({ hash })
  await prepare(key)
  const visitor = await openConnected(stage, { ...plan, plan: { keys: [key] } })
  await openSwap(visitor.page, { fromToken: dollars.assetId, toToken: COIN, amount: '300' })
  await reviewSwap(visitor.page)
  return { ...visitor, address, dollars }
}

it('an old allowance is reset first if the token requires it; a declined approval changes nothing', async () => {
  const { page, zephyr, address, dollars } = await openCautious()
  await button(page, 'Reset limit').waitFor({ timeout: 20_000 })
  zephyr.reject()
  await button(page, 'Reset limit').click()
  await dialog(page).getByText('Signature declined').waitFor()
  expect(await readAllowance(dollars, address)).toBe(parseUnits('1', 6))
  zephyr.approve()
  await button(page, 'Reset limit').click()
  await expect.poll(() => readAllowance(dollars, address), { timeout: 20_000 }).toBe(0n)
  await button(page, 'Approve').click({ timeout: 20_000 })
  await expect.poll(() => readAllowance(dollars, address), { timeout: 20_000 }).toBe(parseUnits('300', 6))
  await button(page, 'Swap').click({ timeout: 20_000 })
  await page.getByText(/Swapped SUSD to about [\d,.]+ ETH/).waitFor({ timeout: 30_000 })
  expect(await tokenBalance(stage.sandboxUrl, dollars, address)).toBe(parseUnits('200', 6))
  expect(await readAllowance(dollars, address)).toBe(0n)
  expect(asked(zephyr, 'eth_sendTransaction')).toBe(4)
})

it('EIP-5792: one batch resets the allowance, approves and swaps', async () => {
  const { page, address, dollars } = await openCautious(withBatches, (key) => delegate(stage.sandboxUrl, key))
  await button(page, 'Swap').click({ timeout: 20_000 })
  await page.getByText(/Swapped SUSD to about [\d,.]+ ETH/).waitFor({ timeout: 30_000 })
  expect(await page.evaluate(() => Reflect.get(window, 'batch'))).toEqual({ count: 3, atomicRequired: true })
  expect(await tokenBalance(stage.sandboxUrl, dollars, address)).toBe(parseUnits('200', 6))
})

it('the simulation fails if a token takes a fee from transfers, and no tokens are transferred', async () => {
  const client = chainAt(stage.sandboxUrl)
  const [gold, toll] = [await tokenOf('SGLD'), await tokenOf('STOLL')]
  const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
  await give(stage.sandboxUrl, address, gold, parseUnits('2', 18))
  await client.setCode({ address: gold.address, bytecode: (await client.getCode({ address: toll.address })) ?? '0x' })
  const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
  await openSwap(page, { fromToken: gold.assetId, toToken: COIN, amount: '1' })
  await reviewSwap(page)
  await button(page, 'Approve').click({ timeout: 20_000 })
  await expect.poll(() => readAllowance(gold, address), { timeout: 20_000 }).toBe(parseUnits('1', 18))
  await dialog(page).getByText('This transaction cannot be sent').waitFor({ timeout: 20_000 })
  await dialog(page).getByText('execution reverted: too little was paid in').waitFor()
  expect(await tokenBalance(stage.sandboxUrl, gold, address)).toBe(parseUnits('2', 18))
  expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
})

it('a network change in the wallet ends the review, and nothing is sent', async () => {
  const dollars = await tokenOf('SUSD')
  const { key } = await fundedKey(stage.sandboxUrl, parseEther('2'))
  const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
  await openSwap(page, { fromToken: COIN, toToken: dollars.assetId, amount: '1' })
  await reviewSwap(page)
  await button(page, 'Swap').waitFor({ timeout: 20_000 })
  await zephyr.switchNetwork('eip155:31338')
  await dialog(page).getByText('Account or network changed. Nothing was sent.').waitFor()
  expect(await button(page, 'Swap').count()).toBe(0)
  expect(asked(zephyr, 'eth_sendTransaction')).toBe(0)
})
