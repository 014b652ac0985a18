import { randomBytes } from 'node:crypto'
import { localBitcoinNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { dialog } from './support/modal.js'
import { servePage } from './support/page.js'
import { openWith } from './support/scripted.js'
import { createStage } from './support/stage.js'

const { caipNetworkId } = localBitcoinNetwork
const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Sends as a plugin would, and tells of it. */
const stage = createStage({
  serve: (sandboxUrl) =>
    servePage({
      services: [sandboxUrl],
      body: '<button id="open">Open</button>',
      script: `
        import { createWalletModal, definePlugin, sendHandlers, transactionSent } from '@wallet-modal/kernel'
        import { bip122 } from '@wallet-modal/bip122'
        import { history } from '@wallet-modal/history'
        import { Transactions } from '@wallet-modal/history/contract'
        const asker = definePlugin({ name: 'asker', kernel: '^0.1', setup: (ctx) => ctx })
        const modal = createWalletModal({
          metadata: { name: 'Plain page' },
          networks: ${JSON.stringify([
            {
              ...localBitcoinNetwork,
              rpcUrls: [`${sandboxUrl}/v1/?chainId=${caipNetworkId}&projectId=test`],
              explorerUrl: 'https://explorer.test',
            },
          ])},
          endpoints: { catalogue: '${sandboxUrl}', blockchain: '${sandboxUrl}' },
          plugins: [bip122(), history(), asker()],
        })
        const ctx = modal.use(asker)
        Object.assign(window, {
          activity: modal.use(history),
          openAll: () => void modal.open({ view: Transactions }),
          async connect() {
            const adapter = modal.connections.adapter('bip122')
            await adapter.discover()
            for (let wait = 0; wait < 200 && adapter.connectors.peek().length === 0; wait++)
              await new Promise((resolve) => setTimeout(resolve, 20))
            return (await modal.connections.connect(adapter.connectors.peek()[0])).status
          },
          async send(receiver, amount) {
            const [network] = modal.networks.peek()
            const connection = modal.connections.active.peek()
            const token = { assetId: network.caipNetworkId + '/slip44:0', caipNetworkId: network.caipNetworkId, ...network.nativeCurrency }
            const [handler] = ctx.all(sendHandlers).peek()
            const prepared = await handler.prepare({ connection, network, token, receiver, amount: BigInt(amount) }, new AbortController().signal)
            const { status, hash } = await prepared.submit()
            ctx.emit(transactionSent, { caipNetworkId: network.caipNetworkId, address: connection.account.address, hash, token, amount: BigInt(amount), receiver, sentAt: Date.now() })
            return { status, hash, fee: String(prepared.review.fee) }
          },
        })`,
    }),
})

const list = (page: Page) => dialog(page).getByRole('list', { name: 'Transactions' })
const control = (path: string, body: object): Promise<Response> =>
  fetch(`${stage.sandboxUrl}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe.runIf(process.env.BITCOIND_PATH)('past activity of a real Bitcoin node', () => {
  it('D1: is read from its blocks; what was sent is pending until the node has a block, and is listed then', async () => {
    const keys = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    const { page, wallets } = await openWith(stage, { zephyr: { namespace: 'bip122', name: 'Zephyr', keys } })
    const { address } = wallets.zephyr
    await sandboxAt(stage.sandboxUrl).fund({ address, chainId: caipNetworkId, amount: 1_000_000n })
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
