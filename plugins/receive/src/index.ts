import { accountActions, computed, definePlugin } from '@wallet-modal/kernel'
import { WalletCompatibleNetworks, WalletReceive } from './contract.js'

/** Shows where to be paid: the account's address as text, QR code and payment link, and on which networks. */
export const receive = definePlugin({
  name: '@wallet-modal/receive',
  kernel: '^0.1',
  views: [WalletReceive, WalletCompatibleNetworks],
  ui: () => import('./ui.js'),
  setup(ctx) {
    const label = computed(() => ctx.t('receive.title'))
    const run = (): void => void ctx.router.push(WalletReceive)
    ctx.add(accountActions, { id: 'receive', icon: 'receive', label, run }, { order: 30 })
  },
})
