import { account } from '@wallet-modal/account'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import { createWalletModal } from '@wallet-modal/kernel'
import { sandbox } from '@wallet-modal/sandbox'
import { showPage, siteConfig } from '../site.js'

const modal = createWalletModal({
  ...siteConfig(),
  prefetch: new URLSearchParams(location.search).has('cold') ? 'never' : 'idle',
  plugins: [eip155(), connect(), account(), sandbox()],
})

showPage(modal)
