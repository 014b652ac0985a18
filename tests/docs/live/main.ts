import { account } from '@wallet-modal/account'
import { connect } from '@wallet-modal/connect'
import { createWalletModal } from '@wallet-modal/kernel'
import { exampleWallet } from './example-wallet.js'
import { themeControls } from './theme-controls.js'

/** The built modal in pages of the documentation. It makes no requests: there is no catalogue and no RPC node. */
const modal = createWalletModal({
  metadata: { name: 'Wallet Modal documentation' },
  networks: [
    {
      caipNetworkId: 'eip155:1',
      namespace: 'eip155',
      reference: '1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [],
    },
  ],
  plugins: [connect({ allWallets: 'HIDE' }), account(), exampleWallet()],
})

for (const place of document.querySelectorAll<HTMLElement>('[data-live="theme"]')) themeControls(modal, place)
