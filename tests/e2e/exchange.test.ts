import type { Page } from 'playwright-core'
import { type Address, getAddress, type Hex, parseEther, parseGwei, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { contractBytecode } from '../../plugins/sandbox/src/server/evm/contracts/contract-bytecode.js'
import { findWithAxe } from './support/axe.js'
import { localNetworks } from './support/local-networks.js'
import { dialog, row } from './support/modal.js'
import { servePage } from './support/page.js'
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
  untilNonceKept,
} from './support/send-page.js'
import { createStage } from './support/stage.js'

/** A site with a third-party plugin that approves and then swaps, through the transaction API. */
const stage = createStage({
  serve: async (sandboxUrl) => {
    desk = await deployDesk(sandboxUrl)
    return servePage({
      services: [sandboxUrl],
      body: '<button id="open">Connect wallet</button>',
      script: `
        import { createWalletModal } from '@wallet-modal/kernel'
        import { account } from '@wallet-modal/account'
        import { connect } from '@wallet-modal/connect'
        import { eip155 } from '@wallet-modal/eip155'
        import { history } from '@wallet-modal/history'
        import { Transactions } from '@wallet-modal/history/contract'
        import { Exchange } from '../third-party/exchange/src/contract.js'
        import { exchange } from '../third-party/exchange/src/index.js'
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify(localNetworks(sandboxUrl))},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          plugins: [eip155(), connect(), account(), history(), exchange({ contract: '${desk}' })],
        })
        document.querySelector('#open').onclick = () => void modal.open()
        Object.assign(window, {
          openExchange: (token, amount) => void modal.open({ view: Exchange, params: { token, amount: BigInt(amount) } }),
          openActivity: () => void modal.open({ view: Transactions }),
        })`,
    })
  },
})
let desk: Address
let dollars: HeldToken

/** A contract that pays a base unit of the coin for each base unit of a token. */
async function deployDesk(sandboxUrl: string): Promise<Address> {
  const client = chainAt(sandboxUrl)
  const { address: account } = await fundedKey(sandboxUrl, parseEther('1'))
  await client.impersonateAccount({ address: account })
  const hash = await client.sendTransaction({ account, data: contractBytecode.SwapDesk as Hex })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The contract was not deployed.')
  await client.setBalance({ address: contractAddress, value: parseEther('2') })
  return getAddress(contractAddress)
}

beforeAll(async () => {
  dollars = await sandboxToken(stage.sandboxUrl, 'SUSD')
})

const openExchange = (page: Page, amount: bigint): Promise<void> =>
  page.evaluate(([token, value]) => Reflect.get(window, 'openExchange')(token, value), [
    dollars,
    String(amount),
  ] as const)
const text = async (page: Page): Promise<string> =>
  String(await dialog(page).textContent()).replace(/[\s\u2066-\u2069]/g, '')

describe('a third-party swap plugin on the transaction API', () => {
  it('approves and swaps; the reviews show contract and amounts, and the balances change accordingly', async () => {
    const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
    await give(stage.sandboxUrl, address, dollars, parseUnits('100', 6))
    const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
    const amount = parseUnits('40', 6)
    await openExchange(page, amount)

    await row(page, 'Continue').waitFor()
    const approval = await text(page)
    expect(approval).toContain(desk)
    expect(approval).toContain('40SUSD')
    await row(page, 'Continue').click()

    await expect.poll(() => asked(zephyr, 'eth_sendTransaction')).toBe(1)
    // the swap is shown once the approval is mined
    await expect.poll(() => fact(page, 'You pay').catch(() => ''), { timeout: 30_000 }).toContain('40')
    expect(await text(page)).toContain('−40SUSD')
    expect(await findWithAxe(page, 'html')).toEqual([])
    const coinsBefore = await chainAt(stage.sandboxUrl).getBalance({ address: desk })
    await row(page, 'Continue').click()
    await dialog(page).waitFor({ state: 'hidden' })

    await expect.poll(() => tokenBalance(stage.sandboxUrl, dollars, address)).toBe(parseUnits('60', 6))
    expect(await tokenBalance(stage.sandboxUrl, dollars, desk)).toBe(amount)
    expect(coinsBefore - (await chainAt(stage.sandboxUrl).getBalance({ address: desk }))).toBe(amount)
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(2)

    await page.evaluate(() => Reflect.get(window, 'openActivity')())
    await dialog(page).getByText('Swapped').first().waitFor()
    await dialog(page).getByText('Approved').first().waitFor()
  })

  it('if another transaction replaces the approval, the visitor is told so and can approve again', async () => {
    const { key, address } = await fundedKey(stage.sandboxUrl, parseEther('1'))
    await give(stage.sandboxUrl, address, dollars, parseUnits('100', 6))
    const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
    await openExchange(page, parseUnits('40', 6))
    const chain = chainAt(stage.sandboxUrl)
    await row(page, 'Continue').waitFor()
    await chain.setAutomine(false)
    try {
      await row(page, 'Continue').click()
      await untilNonceKept(page)
      await chain.sendTransaction({
        account: privateKeyToAccount(key),
        ...{ to: address, value: 1n, nonce: 0, gas: 21_000n },
        ...{ maxFeePerGas: parseGwei('500'), maxPriorityFeePerGas: parseGwei('100') },
      })
      await chain.mine({ blocks: 14, interval: 12 })
    } finally {
      await chain.setAutomine(true)
    }
    await page.getByText('Another transaction replaced the approval').waitFor({ timeout: 30_000 })
    await row(page, 'Continue').click()
    await expect.poll(() => asked(zephyr, 'eth_sendTransaction')).toBe(2)
    // the second approval is mined, and the swap is shown
    await expect.poll(() => fact(page, 'You pay').catch(() => ''), { timeout: 30_000 }).toContain('40')
  })

  it('if the account does not hold the tokens, the swap is rejected before the wallet is prompted for it', async () => {
    const { key } = await fundedKey(stage.sandboxUrl, parseEther('1'))
    const { page, zephyr } = await openConnected(stage, { plan: { keys: [key] } })
    await openExchange(page, 5n)
    await row(page, 'Continue').click() // the approval needs no balance
    await expect.poll(() => asked(zephyr, 'eth_sendTransaction')).toBe(1)
    await dialog(page).getByText('The contract refuses this call').waitFor({ timeout: 30_000 })
    expect(asked(zephyr, 'eth_sendTransaction')).toBe(1)
  })
})
