import { displayAmount } from '@wallet-modal/kernel'
import { useAccount, useNetwork } from '@wallet-modal/kernel/react'
import { useEffect, useState } from 'react'
import { modal } from './wallet-modal.config'

export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; text: string }

/** Native balance of the connected account, read again when the account, the network or the page's visibility changes. */
export function useBalance(): Balance {
  const { status, address, namespace } = useAccount(modal)
  const { network } = useNetwork(modal)
  const [last, setLast] = useState<{ whose: string; balance: Balance }>()
  const whose = [namespace, address, network?.caipNetworkId].join(' ')

  useEffect(() => {
    if (status !== 'connected' || !namespace || !network) return
    const gone = new AbortController()
    const { decimals, symbol } = network.nativeCurrency
    const tell = (balance: Balance) => {
      if (!gone.signal.aborted) setLast({ whose, balance })
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
  }, [status, namespace, network, whose])

  if (!network) return { status: 'unknown' }
  return last?.whose === whose ? last.balance : { status: 'loading' }
}
