import { useEffect, useState } from 'react'
import type { Currency } from '../../domain/network.js'
import { balanceText, watchBalance } from '../../elements/account-balance.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { useAccount, useNetwork } from './host-hooks.js'
import { useStore } from './host-store.js'
import { pageState } from './page-state.js'

export interface AbsentBalance {
  /**
   * `loading`: the balance is being read. `unknown`: no wallet is connected, the site does not list the wallet's network, or the balance cannot be
   * read.
   */
  readonly status: 'unknown' | 'loading'
}

export interface ReadyBalance {
  /** The balance was read. */
  readonly status: 'ready'
  /** Balance in base units. */
  readonly amountBase: bigint
  /** Decimals of the native coin. */
  readonly decimals: number
  /** Symbol of the native coin. */
  readonly symbol: string
  /** Balance and symbol, with grouped digits and at most three decimal places: `1,234.5 ETH`. */
  readonly text: string
}

export type UseBalance = AbsentBalance | ReadyBalance

const unknown: UseBalance = { status: 'unknown' }
const loading: UseBalance = { status: 'loading' }

const ready = (amountBase: bigint, currency: Currency): ReadyBalance => ({
  status: 'ready',
  amountBase,
  decimals: currency.decimals,
  symbol: currency.symbol,
  text: balanceText(amountBase, currency),
})

/**
 * Native balance of the connected account of one namespace. Without `namespace`: balance of the active account. The hook reads the balance again when
 * the account or the network changes, when a transaction has a final status, and when the window gets the focus. All fields except `status` are set
 * only if `status` is `ready`. On a server, the status is `loading` or `unknown`.
 */
export function useBalance(modal: WalletModal, namespace?: string): UseBalance {
  const account = useAccount(modal, namespace)
  const { network } = useNetwork(modal, namespace)
  const connection = useStore(pageState(modal, namespace).connection, null)
  const [last, setLast] = useState<{ readonly key: string; readonly balance: UseBalance }>()
  const key = [account.namespace, account.address, network?.caipNetworkId].join(' ')

  useEffect(() => {
    if (!connection?.network) return
    const { nativeCurrency, caipNetworkId } = connection.network
    const connectionKey = [connection.namespace, connection.account.address, caipNetworkId].join(' ')
    const controller = new AbortController()
    const publish = (amountBase: bigint | undefined): void =>
      setLast({
        key: connectionKey,
        balance: amountBase === undefined ? unknown : ready(amountBase, nativeCurrency),
      })
    const readAgain = watchBalance(modal, connection, { publish, abortSignal: controller.signal })
    window.addEventListener('focus', readAgain, { signal: controller.signal })
    return () => controller.abort()
  }, [modal, connection])

  if (!network) return unknown
  return last?.key === key ? last.balance : loading
}
