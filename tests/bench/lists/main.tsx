import { account } from '@wallet-modal/account'
import { balances } from '@wallet-modal/balances'
import { Tokens } from '@wallet-modal/balances/contract'
import { connect } from '@wallet-modal/connect'
import { AllWallets } from '@wallet-modal/connect/contract'
import { eip155 } from '@wallet-modal/eip155'
import { history } from '@wallet-modal/history'
import { Transactions } from '@wallet-modal/history/contract'
import { createWalletModal } from '@wallet-modal/kernel'
import { useAccount, useWalletModal } from '@wallet-modal/kernel/react'
import { send } from '@wallet-modal/send'
import { WalletSendSelectToken } from '@wallet-modal/send/contract'
import { createRoot } from 'react-dom/client'

const backend = new URLSearchParams(location.search).get('backend') ?? ''
const modal = createWalletModal({
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
  plugins: [eip155(), connect(), account(), balances(), history(), send()],
})
const views = { wallets: AllWallets, tokens: Tokens, activity: Transactions, choice: WalletSendSelectToken }

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

Object.assign(window, {
  show: (name: keyof typeof views) => void modal.open({ view: views[name] }),
  /** Reads all activity, however many pages it has. Answers with how many entries there are. */
  readAll: async () => {
    const activity = modal.use(history)
    while (activity && !activity.isWhole.peek()) await activity.loadMore()
    return activity?.entries.peek().length
  },
})
createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
