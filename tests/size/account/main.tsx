import { account } from '@wallet-modal/account'
import { balances } from '@wallet-modal/balances'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import { history } from '@wallet-modal/history'
import { createWalletModal } from '@wallet-modal/kernel'
import { useWalletModal } from '@wallet-modal/kernel/react'
import { receive } from '@wallet-modal/receive'
import { sandbox } from '@wallet-modal/sandbox'
import { send } from '@wallet-modal/send'
import { createRoot } from 'react-dom/client'

const modal = createWalletModal({
  metadata: { name: 'Size' },
  networks: [
    {
      caipNetworkId: 'eip155:1',
      namespace: 'eip155',
      reference: '1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://rpc.example'],
    },
  ],
  plugins: [eip155(), connect(), account(), balances(), history(), receive(), send(), sandbox()],
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
