import { account } from '@wallet-modal/account'
import { balances } from '@wallet-modal/balances'
import { bip122 } from '@wallet-modal/bip122'
import { connect } from '@wallet-modal/connect'
import { devtools } from '@wallet-modal/devtools'
import { eip155 } from '@wallet-modal/eip155'
import { history } from '@wallet-modal/history'
import { createWalletModal } from '@wallet-modal/kernel'
import { useWalletModal } from '@wallet-modal/kernel/react'
import { polkadot } from '@wallet-modal/polkadot'
import { receive } from '@wallet-modal/receive'
import { safe } from '@wallet-modal/safe'
import { sandbox } from '@wallet-modal/sandbox'
import { send } from '@wallet-modal/send'
import { siwx } from '@wallet-modal/siwx'
import { solana } from '@wallet-modal/solana'
import { walletconnect } from '@wallet-modal/walletconnect'
import { createRoot } from 'react-dom/client'

const network = (namespace: string, reference: string, symbol: string, decimals: number) => ({
  caipNetworkId: `${namespace}:${reference}`,
  namespace,
  reference,
  name: symbol,
  nativeCurrency: { name: symbol, symbol, decimals },
  rpcUrls: ['https://rpc.example'],
})
const modal = createWalletModal({
  metadata: { name: 'Size' },
  projectId: 'size',
  networks: [
    network('eip155', '1', 'ETH', 18),
    network('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'SOL', 9),
    network('polkadot', '91b171bb158e2d3848fa23a9f1c25182', 'DOT', 10),
    network('bip122', '000000000019d6689c085ae165831e93', 'BTC', 8),
  ],
  plugins: [
    eip155(),
    solana(),
    polkadot(),
    bip122(),
    walletconnect(),
    safe(),
    siwx(),
    connect(),
    account(),
    balances(),
    history(),
    receive(),
    send(),
    sandbox(),
    devtools(),
  ],
})

function Page() {
  const { open } = useWalletModal(modal)
  return (
    <button type="button" onClick={() => void open()}>
      Connect wallet
    </button>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
