import { accountActions, computed, definePlugin } from '@wallet-modal/kernel'
import { WalletCompatibleNetworks, WalletReceive } from './contract.js'

/** The Receive view: address as text, QR code and payment link, and the networks on which the address can receive. */
export const receive = definePlugin({
  name: '@wallet-modal/receive',
  kernel: '^0.1',
  permissions: { api: ['rpc:eth_getCode'] },
  views: [WalletReceive, WalletCompatibleNetworks],
  ui: () => import('./ui.js'),
  setup(ctx) {
    const label = computed(() => ctx.t('receive.title'))
    const run = (): void => void ctx.router.push(WalletReceive)
    ctx.add(accountActions, { id: 'receive', icon: 'receive', label, run }, { order: 30 })
  },
})
