import { displayAmount, transactionSettled } from '@wallet-modal/kernel'
import { useAccount, useNetwork } from '@wallet-modal/kernel/react'
import { useEffect, useState } from 'react'
import { modal } from './wallet-modal.config'

export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; text: string }

/**
 * Native balance of the connected account. Read again when the account or the network changes, when a transaction is confirmed or fails, and when the
 * window gets the focus.
 */
export function useBalance(): Balance {
  const { status, address, namespace } = useAccount(modal)
  const { network } = useNetwork(modal)
  const [last, setLast] = useState<{ accountKey: string; balance: Balance }>()
  const accountKey = [namespace, address, network?.caipNetworkId].join(' ')

  useEffect(() => {
    if (status !== 'connected' || !namespace || !network) return
    const abortController = new AbortController()
    const { decimals, symbol } = network.nativeCurrency
    const publish = (balance: Balance) => {
      if (!abortController.signal.aborted) setLast({ accountKey, balance })
    }
    const load = () =>
      modal.connections
        .adapter(namespace)
        .balance(abortController.signal)
        .then(
          (base) => publish({ status: 'ready', text: `${displayAmount(base, decimals, 5)} ${symbol}` }),
          () => publish({ status: 'unknown' }),
        )
    void load()
    const reload = () => void load()
    const stop = modal.on(transactionSettled, reload)
    window.addEventListener('focus', reload)
    return () => {
      abortController.abort()
      stop()
      window.removeEventListener('focus', reload)
    }
  }, [status, namespace, network, accountKey])

  if (!network) return { status: 'unknown' }
  return last?.accountKey === accountKey ? last.balance : { status: 'loading' }
}
