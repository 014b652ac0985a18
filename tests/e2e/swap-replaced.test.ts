import type { Page } from 'playwright-core'
import { erc20Abi, type Hash, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { chainAt, fundedKey, type HeldToken, openConnected, sandboxToken, untilNonceKept } from './support/send-page.js'
import { createStage } from './support/stage.js'
import { button, openSwap, reviewSwap, serveSwapPage } from './support/swap-page.js'

const stage = createStage({ serve: (sandboxUrl) => serveSwapPage(sandboxUrl) })
const chain = () => chainAt(stage.sandboxUrl)
let dollars: HeldToken

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

/** Hash of the transaction that the page has stored. */
async function storedHash(page: Page): Promise<Hash> {
  const stored = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('sent'))?.[1])
  const [, hash] = /"hash":"(0x[\da-f]{64})"/.exec(stored ?? '') ?? []
  return hash as Hash
}

describe('B3: a swap that the visitor has sped up in the wallet', () => {
  it('is followed to its replacement, and shown as swapped', async () => {
    const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('5'))
    const { page } = await openConnected(stage, { plan: { keys: [key] } })
    await openSwap(page, { toToken: 'SUSD', amount: '1' })
    await reviewSwap(page)
    await button(page, 'Swap').waitFor({ timeout: 20_000 })
    await chain().setAutomine(false)
    try {
      await button(page, 'Swap').click()
      await untilNonceKept(page)
      const { to, input, value, gas, nonce } = await chain().getTransaction({ hash: await storedHash(page) })
      const fees = { maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('100') }
      const account = privateKeyToAccount(key)
      const spedUp = await chain().sendTransaction({ account, to, data: input, value, gas, nonce, ...fees })
      await chain().mine({ blocks: 14, interval: 12 })
      expect((await chain().getTransactionReceipt({ hash: spedUp })).status).toBe('success')
    } finally {
      await chain().setAutomine(true)
    }
    await page.getByText(/^Swapped/).waitFor({ timeout: 20_000 })
    const balance = { address: dollars.address, abi: erc20Abi, functionName: 'balanceOf' } as const
    expect(await chain().readContract({ ...balance, args: [address] })).toBeGreaterThan(0n)
    expect(await chain().getTransactionCount({ address })).toBe(1)
  })
})
