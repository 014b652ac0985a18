import { groupAddress } from '@wallet-modal/kernel'
import { useAccount, useBalance, useNetwork, useWalletModal } from '@wallet-modal/kernel/react'
import { modal } from '../wallet-modal.config'

/** Connected account: complete address, network, and native balance. */
export function AccountCard() {
  const { open } = useWalletModal(modal)
  const { address, connectorName } = useAccount(modal)
  const { network, supported } = useNetwork(modal)
  const balance = useBalance(modal)
  return (
    <section className="card" aria-labelledby="account-title">
      <h2 id="account-title">Your account</h2>
      <dl className="facts">
        <div>
          <dt>Address</dt>
          <dd className="address mono" dir="ltr" translate="no" data-testid="address" data-address={address}>
            {groupAddress(address ?? '').map((group, index) => (
              // The index is a stable key: the groups keep their order.
              <span key={index}>{group}</span>
            ))}
          </dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd data-testid="network">
            {supported && network ? network.name : <span className="warning">This site does not use the wallet’s network</span>}
          </dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd className="amount" dir="ltr" data-testid="balance">
            {balance.status === 'ready' ? balance.text : balance.status === 'loading' ? <span className="skeleton" role="status" aria-label="Loading" /> : '—'}
          </dd>
        </div>
        {connectorName && (
          <div>
            <dt>Wallet</dt>
            <dd>
              <bdi>{connectorName}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <button type="button" className="button quiet" aria-haspopup="dialog" onClick={() => open()}>
        Manage account
      </button>
    </section>
  )
}
