import { displayAmount } from '@wallet-modal/kernel'
import { useAccount, useNetwork } from '@wallet-modal/kernel/react'
import { useEffect, useState } from 'react'
import { modal } from './wallet-modal.config'

export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; text: string }

/** The native balance of the connected account, asked again when the account or the network changes and when the page is looked at again. */
export function useBalance(): Balance {
  const { status, address, namespace } = useAccount(modal)
  const { network } = useNetwork(modal)
  const [balance, setBalance] = useState<Balance>({ status: 'loading' })

  useEffect(() => {
    setBalance({ status: 'loading' })
    if (status !== 'connected') return // the wallet has not answered yet
    if (!address || !namespace || !network) return setBalance({ status: 'unknown' })
    const gone = new AbortController()
    const { decimals, symbol } = network.nativeCurrency
    const tell = (next: Balance) => {
      if (!gone.signal.aborted) setBalance(next)
    }
    const load = () =>
      modal.connections
        .adapter(namespace)
        .balance(gone.signal)
        .then(
          (base) => tell({ status: 'ready', text: `${displayAmount(base, decimals, 5)} ${symbol}` }),
          () => tell({ status: 'unknown' }),
        )
    void load()
    const onFocus = () => void load()
    window.addEventListener('focus', onFocus)
    return () => {
      gone.abort()
      window.removeEventListener('focus', onFocus)
    }
  }, [status, address, namespace, network])

  return balance
}
