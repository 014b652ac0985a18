import { account } from '@wallet-modal/account'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import { createWalletModal } from '@wallet-modal/kernel'
import { useAccount, useWalletModal } from '@wallet-modal/kernel/react'
import { sandbox } from '@wallet-modal/sandbox'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
const backend = query.get('backend') ?? ''

const modal = createWalletModal({
  metadata: { name: 'Bench' },
  prefetch: query.has('cold') ? 'never' : 'idle',
  projectId: 'bench',
  endpoints: { catalogue: backend, blockchain: backend, rpc: backend },
  networks: [
    {
      caipNetworkId: 'eip155:1',
      namespace: 'eip155',
      reference: '1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [backend],
    },
  ],
  plugins: [eip155(), connect(), account(), sandbox()],
})

function Page() {
  const { open } = useWalletModal(modal)
  const { address } = useAccount(modal)
  return (
    <>
      <button type="button" id="open" onClick={() => void open()}>
        Connect wallet
      </button>
      <output id="address">{address}</output>
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
