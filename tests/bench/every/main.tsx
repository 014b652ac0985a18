import { account } from '@wallet-modal/account'
import { balances } from '@wallet-modal/balances'
import { bip122 } from '@wallet-modal/bip122'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import { history } from '@wallet-modal/history'
import { createWalletModal, type Network } from '@wallet-modal/kernel'
import { polkadot } from '@wallet-modal/polkadot'
import { receive } from '@wallet-modal/receive'
import { safe } from '@wallet-modal/safe'
import { sandbox } from '@wallet-modal/sandbox'
import { send } from '@wallet-modal/send'
import { siwx } from '@wallet-modal/siwx'
import { solana } from '@wallet-modal/solana'
import { walletconnect } from '@wallet-modal/walletconnect'
import { showPage, siteConfig } from '../site.js'

const { networks = [], ...config } = siteConfig()
const rpcUrls = networks[0]?.rpcUrls ?? []
const network = (caipNetworkId: string, name: string, symbol: string, decimals: number): Network => {
  const [namespace = '', reference = ''] = caipNetworkId.split(':')
  return { caipNetworkId, namespace, reference, name, nativeCurrency: { name, symbol, decimals }, rpcUrls }
}
const families = [eip155(), solana(), polkadot(), bip122(), walletconnect(), safe()]
const features = [connect(), account(), balances(), history(), receive(), send(), siwx({ required: false })]

/** Site with every chain family and most features. It has no sign-in server. */
const modal = createWalletModal({
  ...config,
  prefetch: new URLSearchParams(location.search).has('cold') ? 'never' : 'idle',
  networks: [
    ...networks,
    network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'SOL', 9),
    network('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', 'DOT', 10),
    network('bip122:000000000019d6689c085ae165831e93', 'Bitcoin', 'BTC', 8),
  ],
  plugins: [...families, ...features, sandbox()],
})

showPage(modal)
