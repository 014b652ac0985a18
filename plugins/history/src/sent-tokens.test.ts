// @vitest-environment happy-dom
import { createWalletModal, definePlugin, type SentTransaction, transactionSent } from '@wallet-modal/kernel'
import { describe, expect, it } from 'vitest'
import { history } from './index.js'

const emitter = definePlugin({
  name: 'emitter',
  kernel: '^0.1',
  setup: (ctx) => (sent: SentTransaction) => ctx.emit(transactionSent, sent),
})

describe('a transaction sent from this page', () => {
  it('is stored without the amount and price of its token, which are bigints', async () => {
    localStorage.clear()
    using modal = createWalletModal({
      ...{ id: 'sent', plugins: [history(), emitter()], networks: [], prefetch: 'never', logLevel: 'silent' },
    })
    const token = {
      ...{
        assetId: 'fifth:1/asset:7',
        caipNetworkId: 'fifth:1',
        address: '7',
        name: 'Coin',
        symbol: 'COIN',
        decimals: 2,
      },
      ...{ amount: 400_000n, priceUsd: 1n },
    }
    modal.use(emitter)?.({
      ...{
        type: 'transfer',
        caipNetworkId: 'fifth:1',
        address: 'me',
        hash: '0x1',
        token,
        amount: 1234n,
        receiver: 'you',
        sentAt: 5,
      },
    })
    const storedData = (): unknown =>
      JSON.parse(localStorage.getItem('wallet-modal/sent/@wallet-modal/history/sent') ?? 'null')?.data
    const { amount: _, priceUsd: __, ...plain } = token
    await expect.poll(storedData).toMatchObject([{ hash: '0x1', amount: '1234', token: plain }])
    expect(JSON.stringify(storedData())).not.toContain('priceUsd')
  })
})
