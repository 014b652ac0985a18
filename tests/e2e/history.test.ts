import { localContracts } from '@wallet-modal/sandbox/server'
import type { Page } from 'playwright-core'
import { createWalletClient, encodeFunctionData, erc20Abi, erc721Abi, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { createHistoryStage, openAll } from './support/history-page.js'
import { dialog, row } from './support/modal.js'
import { ACCOUNT } from './support/wallet.js'

const stage = createHistoryStage()
const chainId = 'eip155:31337'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const list = (page: Page) => dialog(page).getByRole('list', { name: 'Transactions' })
/** Texts of the rows without the letters in their icons: start of both lines, end of both lines. */
const rows = (page: Page): Promise<readonly string[]> =>
  list(page)
    .locator('.wm-item')
    .evaluateAll((items) =>
      items.map((item) => {
        const lines = [...item.querySelectorAll('.wm-ends')].map(({ children }) => [...children])
        const column = (at: number): string => lines.map((cells) => cells[at]?.textContent ?? '').join('')
        return `${column(0)} | ${column(1)}`
      }),
    )
/** Separate client of the local chain. */
function clientOf(url: string) {
  const account = mnemonicToAccount('test test test test test test test test test test test junk')
  const transport = http(`${url}/v1/?chainId=${chainId}`)
  const client = createWalletClient({ chain: foundry, transport, account, pollingInterval: 20 }).extend(publicActions)
  const node = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const reply: { result?: unknown } = await (await fetch(`${url}/v1/?chainId=${chainId}`, init)).json()
    return reply.result
  }
  const control = (path: string, body: object): Promise<Response> =>
    fetch(`${url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const done = async (hash: `0x${string}`) => {
    await client.waitForTransactionReceipt({ hash })
    return hash
  }
  return { client, node, control, done }
}

describe('the history of a real EVM chain', () => {
  it('is loaded automatically when the browser is online again', async () => {
    const { client, done } = clientOf(stage.sandboxUrl)
    await done(await client.sendTransaction({ to: friend, value: 1n }))
    const { page } = await stage.open()
    const entries = '**/v1/account/*/history*'
    await page.route(entries, (route) => route.abort('internetdisconnected')) // only these requests fail at first, so that the view's code is loaded
    await openAll(page)
    await dialog(page).getByText('Failed to fetch transactions').first().waitFor()
    await page.context().setOffline(true)
    await page.unroute(entries)
    await row(page, 'Try again').waitFor()
    await page.context().setOffline(false)
    await list(page).waitFor()
  })

  it('D1: shows transfers of coins and tokens with exact amounts, and failed transactions as failed', async () => {
    const { client, done } = clientOf(stage.sandboxUrl)
    const [, dollar] = localContracts.tokens
    if (!dollar) throw new Error('there is no token')
    const value = 50_000_000_000_000_001n
    const coins = await done(await client.sendTransaction({ to: friend, value }))
    const pay = (amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] })
    await done(await client.sendTransaction({ to: dollar.address, data: pay(1_234_567n) }))
    await done(await client.sendTransaction({ to: dollar.address, data: pay(10n ** 30n), gas: 100_000n }))
    const { page } = await stage.open()
    await openAll(page)
    await expect
      .poll(async () => (await rows(page)).slice(0, 3))
      .toEqual([
        expect.stringMatching(/^SentTo .* \| Failed$/),
        expect.stringMatching(/^SentTo .*79C8.* \| −1\.2345 SUSD\w+ \d+$/),
        expect.stringMatching(/^SentTo .*79C8.* \| −0\.05 ETH\w+ \d+$/),
      ])
    await list(page).locator('.wm-item').nth(2).click()
    await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
    const text = await dialog(page).textContent()
    expect(text).toContain('−0.050000000000000001 ETH')
    expect(text).toContain(coins)
    expect(text).toContain(friend)
    expect(await dialog(page).getByRole('link', { name: 'View on block explorer' }).getAttribute('href')).toBe(
      `https://explorer.test/tx/${coins}`,
    )
    await row(page, 'Back').click()
    await list(page).waitFor()
  })

  it('shows a pending transaction first, under "Pending", until it is confirmed', async () => {
    const { client, node } = clientOf(stage.sandboxUrl)
    await node('evm_setAutomine', false)
    try {
      const hash = await client.sendTransaction({ to: friend, value: 7_000_000_000_000_000n, gas: 21_000n })
      const { page } = await stage.open()
      await openAll(page)
      await expect.poll(async () => (await rows(page))[0]).toMatch(/−0\.007 ETHPending$/)
      expect(await list(page).locator('h2').first().textContent()).toBe('Pending')
      await node('evm_mine')
      await client.waitForTransactionReceipt({ hash })
      await page.evaluate(() => Reflect.get(window, 'activity').refresh())
      await expect.poll(async () => (await rows(page))[0]).toMatch(/−0\.007 ETH(?!Pending)\w+ \d+$/)
      expect(await list(page).locator('h2').first().textContent()).not.toBe('Pending')
    } finally {
      await node('evm_setAutomine', true)
      await node('evm_mine')
    }
  })

  it('loads more than a hundred transactions page by page, without duplicates', async () => {
    const { client, node } = clientOf(stage.sandboxUrl)
    const from = await client.getTransactionCount({ address: ACCOUNT })
    await node('evm_setAutomine', false)
    for (let at = 0; at < 120; at++)
      await client.sendTransaction({ to: friend, value: 10n ** 15n * BigInt(at + 1), gas: 21_000n, nonce: from + at })
    await node('evm_setAutomine', true)
    await node('evm_mine')
    const { page } = await stage.open()
    await openAll(page)
    await list(page).waitFor()
    for (let turn = 0; turn < 12; turn++) {
      await page.locator('.wm-body').evaluate((body) => {
        body.scrollTop += 900
      })
      await page.waitForTimeout(60)
    }
    const shown = (): Promise<readonly string[]> =>
      page.evaluate(() =>
        Reflect.get(window, 'activity')
          .entries.peek()
          .flatMap(({ transfers }: { transfers: readonly { amount?: bigint; decimals: number }[] }) =>
            transfers.map(({ amount, decimals }) => `${amount}e-${decimals}`),
          ),
      )
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(119)
    const amounts = new Set(await shown())
    for (const amount of ['1e-3', '77e-3', '12e-2']) expect([...amounts]).toContain(amount)
    const ids = await page.evaluate(() =>
      Reflect.get(window, 'activity')
        .entries.peek()
        .map(({ id }: { id: string }) => id),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('D11: hides spam and look-alike senders; if shown, they are labelled, and the address cannot be copied', async () => {
    const { client, node, control, done } = clientOf(stage.sandboxUrl)
    await done(await client.sendTransaction({ to: friend, value: 10n ** 15n }))
    const lookAlike = `0x7099${'deadbeef'.repeat(4)}79c8`
    await control('fund', { address: lookAlike, chainId, amount: '1000000000000000000' })
    await node('anvil_impersonateAccount', lookAlike)
    await node('eth_sendTransaction', { from: lookAlike, to: ACCOUNT, value: '0x2386f26fc10000' })
    const owner = mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex: 4 })
    const give = { abi: erc721Abi, functionName: 'transferFrom', args: [owner.address, ACCOUNT, 5n] } as const
    await node('anvil_impersonateAccount', owner.address)
    await node('eth_sendTransaction', { from: owner.address, to: localContracts.tiles, data: encodeFunctionData(give) })
    await control('spam', { chainId, address: localContracts.tiles })
    const { page } = await stage.open()
    await openAll(page)
    const box = dialog(page).getByRole('checkbox', { name: /^Show hidden \(\d+\)/ })
    await box.waitFor()
    expect((await rows(page)).join()).not.toMatch(/Tile|Look-alike/)
    await box.check()
    await expect
      .poll(async () => (await rows(page)).slice(0, 2))
      .toEqual([
        expect.stringMatching(/^ReceivedReported as spam \| \+Sandbox Ti/),
        expect.stringMatching(/^ReceivedLook-alike address.* \| \+0\.01 ETH\w+ \d+$/),
      ])
    await list(page).locator('.wm-item').nth(1).click()
    await dialog(page).getByText('This address only looks like one that you know').waitFor()
    expect((await dialog(page).textContent())?.toLowerCase()).toContain(lookAlike)
    expect(await dialog(page).getByRole('button', { name: /Copy/ }).count()).toBe(0)
    await page.keyboard.press('Control+a')
    expect((await page.evaluate(() => String(getSelection()))).toLowerCase()).not.toContain('deadbeef')
  })
})
