// @vitest-environment happy-dom
import { createWalletModal, definePlugin, type SendHandler } from '@wallet-modal/kernel'
import { sendHandlers } from '@wallet-modal/kernel/assets'
import type { Wallet } from '@wallet-standard/base'
import { expect, it } from 'vitest'
import { solana } from '../index.js'
import { adapterOf, connect, live, mainnet, resetEachTest } from '../solana.test.fixtures.js'
import { createTestWallet } from '../wallet.test.fixtures.js'

resetEachTest()

const sign = { 'solana:signTransaction': { signTransaction: async () => [] } }

/** Connects a wallet and returns whether it can send, before and after the change. */
async function look(wallet: Wallet, change: () => void): Promise<readonly unknown[]> {
  let handlers: readonly SendHandler[] = []
  const watcher = definePlugin({
    name: 'watcher',
    kernel: '^0.1',
    setup(ctx) {
      const all = ctx.all(sendHandlers)
      ctx.effect(() => {
        handlers = all.value
      })
    },
  })
  using modal = createWalletModal({
    id: 'access',
    plugins: [solana(), watcher()],
    networks: [mainnet],
    prefetch: 'never',
    logLevel: 'silent',
  })
  await connect(modal, { ...createTestWallet(), wallet })
  const token = { assetId: `${mainnet.caipNetworkId}/slip44:501`, caipNetworkId: mainnet.caipNetworkId }
  const canSend = () => handlers[0]?.canSend(token as never, live(modal) as never)
  const before = canSend()
  change()
  await adapterOf(modal).switchNetwork(mainnet.caipNetworkId)
  return [before, canSend()]
}

it('a signing function added by a script after the connect is not used', async () => {
  const { wallet } = createTestWallet({ without: ['solana:signTransaction'] })
  expect(await look(wallet, () => Object.assign(wallet.features, sign))).toEqual([false, false])
})

it('a signing function added by the wallet during the connect is used (wallets connected over a relay do this)', async () => {
  const { wallet } = createTestWallet({ without: ['solana:signTransaction'] })
  const { connect: real } = wallet.features['standard:connect'] as { connect(): Promise<unknown> }
  const connecting = async () => {
    const answer = await real()
    Object.assign(wallet.features, sign)
    return answer
  }
  Object.assign(wallet.features, { 'standard:connect': { version: '1.0.0', connect: connecting } })
  expect(await look(wallet, () => undefined)).toEqual([true, true])
})

it('a wallet that removes its signing function can no longer send', async () => {
  const { wallet } = createTestWallet()
  const features: Record<string, unknown> = wallet.features
  expect(await look(wallet, () => delete features['solana:signTransaction'])).toEqual([true, false])
})
