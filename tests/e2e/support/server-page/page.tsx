import { account } from '@wallet-modal/account'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import { createWalletModal, type Network, shortenAddress, type WalletModal } from '@wallet-modal/kernel'
import type { InitialState } from '@wallet-modal/kernel/cookie'
import { InitialStateProvider, useAccount, useNetwork, useWalletModal } from '@wallet-modal/kernel/react'
import type { ReactNode } from 'react'

/** Data that the page's HTML passes to its script. */
export interface PageData {
  readonly state: InitialState
  readonly networks: readonly Network[]
  readonly services: string
}

export const createModal = ({ networks, services }: PageData): WalletModal =>
  createWalletModal({
    metadata: { name: 'Page from a server' },
    networks,
    endpoints: { catalogue: services, blockchain: services },
    plugins: [eip155(), connect(), account()],
  })

function AccountButton({ modal }: { readonly modal: WalletModal }): ReactNode {
  const { open } = useWalletModal(modal)
  const { address } = useAccount(modal)
  const { network } = useNetwork(modal)
  return (
    <button type="button" onClick={() => void open()}>
      {address ? `${shortenAddress(address)} · ${network?.name ?? 'unsupported'}` : 'Connect wallet'}
    </button>
  )
}

/** Renders the same on the server and in the browser. */
export const Page = ({ modal, state }: { readonly modal: WalletModal; readonly state: InitialState }): ReactNode => (
  <InitialStateProvider state={state}>
    <AccountButton modal={modal} />
    <p>Text that would move if the button did.</p>
  </InitialStateProvider>
)
