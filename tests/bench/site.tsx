import type { WalletModal, WalletModalConfig } from '@wallet-modal/kernel'
import { useAccount, useWalletModal } from '@wallet-modal/kernel/react'
import { createRoot } from 'react-dom/client'

/** Configuration of a site on Ethereum. The query parameter `backend` sets the URL of all services. */
export function siteConfig(): Omit<WalletModalConfig, 'plugins'> {
  const backend = new URLSearchParams(location.search).get('backend') ?? ''
  return {
    metadata: { name: 'Bench' },
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
  }
}

function Page({ modal }: { readonly modal: WalletModal }) {
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

export const showPage = (modal: WalletModal): void =>
  createRoot(document.body.appendChild(document.createElement('div'))).render(<Page modal={modal} />)
