import { accountActions, definePlugin } from '@wallet-modal/kernel'
import { WalletCompatibleNetworks, WalletReceive } from './contract.js'
import { ReceiveTile } from './tile.js'

/** Shows where to be paid: the account's address as text, QR code and payment link, and on which networks. */
export const receive = definePlugin({
  name: '@wallet-modal/receive',
  kernel: '^0.1',
  views: [WalletReceive, WalletCompatibleNetworks, ReceiveTile],
  ui: () => import('./ui.js'),
  setup(ctx) {
    ctx.add(accountActions, { id: 'receive', view: ReceiveTile }, { order: 30 })
  },
})
