import { useAccount, useWalletModal } from '@wallet-modal/kernel/react'
import { modal } from './wallet-modal.config'

/** Button that opens the modal: to connect, or to manage the connected account. */
export function ConnectButton({ className }: { className: string }) {
  const { open } = useWalletModal(modal)
  const { status, address } = useAccount(modal)
  const busy = status === 'connecting' || status === 'reconnecting'
  return (
    <button type="button" className={className} aria-haspopup="dialog" aria-busy={busy} onClick={() => open()}>
      {address ? (
        <span className="mono" dir="ltr" title={address}>
          {`${address.slice(0, 6)}…${address.slice(-4)}`}
        </span>
      ) : busy ? (
        'Connecting…'
      ) : (
        'Connect wallet'
      )}
    </button>
  )
}
