import { randomBytes } from 'node:crypto'
import { Keypair, PublicKey } from '@solana/web3.js-1'
import { localBitcoinNetwork, localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { serveHistorySender } from './support/history-page.js'
import { dialog } from './support/modal.js'
import { openWith } from './support/scripted.js'
import { seedOf } from './support/solana.js'
import { keypairOf, programs, solanaClient } from './support/solana-client.js'
import { createStage } from './support/stage.js'

const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const bitcoin = createStage({ serve: (sandboxUrl) => serveHistorySender(sandboxUrl, 'bip122', localBitcoinNetwork) })
const solana = createStage({ serve: (sandboxUrl) => serveHistorySender(sandboxUrl, 'solana', localSolanaNetwork) })

interface Entry {
  readonly status: string
  readonly transfers: readonly { readonly direction: string; readonly amount: bigint }[]
}
const list = (page: Page) => dialog(page).getByRole('list', { name: 'Transactions' })
const control = (path: string, body: object): Promise<Response> =>
  fetch(`${bitcoin.sandboxUrl}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe.runIf(process.env.BITCOIND_PATH)('history from a real Bitcoin node', () => {
  const { caipNetworkId } = localBitcoinNetwork
  it('D1: is read from its blocks; a sent payment is pending until it is in a block', async () => {
    const keys = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    const { page, wallets } = await openWith(bitcoin, { zephyr: { namespace: 'bip122', name: 'Zephyr', keys } })
    const { address } = wallets.zephyr
    await sandboxAt(bitcoin.sandboxUrl).fund({ address, chainId: caipNetworkId, amount: 1_000_000n })
    expect(await page.evaluate(() => Reflect.get(window, 'connect')())).toBe('connected')
    await page.evaluate(() => Reflect.get(window, 'openAll')())
    await list(page).getByText('+0.01 BTC').waitFor()
    expect((await control('blocks', { chainId: caipNetworkId, hold: true })).status).toBe(200)
    const sent = await page.evaluate(([to]) => Reflect.get(window, 'send')(to, '300001'), [friend] as const)
    expect(sent.status).toBe('sent')
    await list(page).getByText('Pending').first().waitFor()
    await list(page).getByText('−0.003 BTC').waitFor()
    await control('blocks', { chainId: caipNetworkId, hold: false })
    await expect.poll(() => list(page).getByText('Pending').count(), { timeout: 15_000 }).toBe(0)
    expect(await list(page).locator('.wm-item').count()).toBe(2)
    await list(page).getByRole('button', { name: /Sent/ }).click()
    await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
    const text = await dialog(page).textContent()
    for (const part of ['Confirmed', '−0.00300001 BTC', friend, sent.hash]) expect(text).toContain(part)
    await expect
      .poll(() =>
        page.evaluate(() =>
          Reflect.get(window, 'activity')
            .entries.peek()
            .find(({ type }: { type: string }) => type === 'send')
            .fee?.toString(),
        ),
      )
      .toBe(sent.fee)
  })
})

describe('history from a real Solana chain', () => {
  it('D1: is read from the service, with amounts exact to the lamport', async () => {
    const { caipNetworkId } = localSolanaNetwork
    const { page, wallets } = await openWith(solana, {
      zephyr: { namespace: 'solana', name: 'Zephyr', keys: [seedOf(41)] },
    })
    const { address } = wallets.zephyr
    await sandboxAt(solana.sandboxUrl).fund({ address, chainId: caipNetworkId, amount: 5_000_000_000n })
    expect(await page.evaluate(() => Reflect.get(window, 'connect')())).toBe('connected')
    const receiver = Keypair.generate().publicKey.toBase58()
    const sent = await page.evaluate(([to]) => Reflect.get(window, 'send')(to, '1234567891'), [receiver] as const)
    expect(sent.status).toBe('sent')
    await page.evaluate(() => Reflect.get(window, 'openAll')())
    await list(page).getByText('−1.2345 SOL').first().waitFor()
    await expect.poll(() => list(page).getByText('Pending').count(), { timeout: 15_000 }).toBe(0)
    await list(page).getByRole('button', { name: /Sent/ }).click()
    await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
    const text = await dialog(page).textContent()
    for (const part of ['Confirmed', '−1.234567891 SOL', receiver, sent.hash]) expect(text).toContain(part)
    const listed = await page.evaluate(() =>
      Reflect.get(window, 'activity')
        .entries.peek()
        .map(({ id }: { id: string }) => id),
    )
    expect(listed.filter((id: string) => id.includes(sent.hash))).toEqual([expect.not.stringMatching(/^sent:/)])
  })

  it('is read from the node if there is no service: sent, received, token and failed transactions', async () => {
    const { caipNetworkId } = localSolanaNetwork
    const { page, wallets } = await openWith(
      solana,
      { zephyr: { namespace: 'solana', name: 'Zephyr', keys: [seedOf(42)] } },
      { query: '?chain' },
    )
    const own = new PublicKey(wallets.zephyr.address)
    const [client, rich] = [solanaClient(solana.sandboxUrl), keypairOf(43)]
    for (const address of [own, rich.publicKey])
      await sandboxAt(solana.sandboxUrl).fund({
        address: address.toBase58(),
        chainId: caipNetworkId,
        amount: 5_000_000_000n,
      })
    const mint = await client.mint(rich, { program: programs.token, decimals: 6, amount: 9_000_000n })
    // the second payment names only the receiver's token account
    for (const amount of [2_500_000n, 750_000n]) await client.pay(rich, own, { mint, program: programs.token, amount })
    await client.fail(keypairOf(42))
    expect(await page.evaluate(() => Reflect.get(window, 'connect')())).toBe('connected')
    const receiver = Keypair.generate().publicKey.toBase58()
    const sent = await page.evaluate(([to]) => Reflect.get(window, 'send')(to, '1234567891'), [receiver] as const)
    expect(sent.status).toBe('sent')
    await page.evaluate(() => Reflect.get(window, 'openAll')())
    await list(page).getByText('−1.2345 SOL').first().waitFor()
    await expect.poll(() => list(page).getByText('Pending').count(), { timeout: 30_000 }).toBe(0)
    const entries = () =>
      page.evaluate(() =>
        Reflect.get(window, 'activity')
          .entries.peek()
          .map(({ status, transfers }: Entry) => [status, ...transfers.map((one) => `${one.direction} ${one.amount}`)]),
      )
    const all = [['failed'], ...['out 1234567891', 'in 750000', 'in 2500000'].map((moved) => ['confirmed', moved])]
    await expect.poll(entries, { timeout: 30_000 }).toEqual(expect.arrayContaining(all))
    await list(page).getByText('Failed').first().waitFor()
    await list(page).getByRole('button', { name: /Sent/ }).click()
    await dialog(page).getByRole('heading', { name: 'Transaction' }).waitFor()
    const text = await dialog(page).textContent()
    for (const part of ['Confirmed', '−1.234567891 SOL', receiver, sent.hash]) expect(text).toContain(part)
  })
})
