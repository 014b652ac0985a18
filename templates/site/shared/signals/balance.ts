import { displayAmount, effect } from '@wallet-modal/kernel'
import { modal } from './wallet-modal.config'

export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; text: string }

/**
 * Calls `onBalance` with the native balance of the connected account: immediately, when the account or the network changes, and when the window gets
 * the focus. Returns an unsubscribe function.
 */
export function watchBalance(onBalance: (balance: Balance) => void): () => void {
  let readBalance = () => {}
  const stop = effect(() => {
    const now = modal.connections.active.value
    onBalance({ status: now?.network ? 'loading' : 'unknown' })
    const abortController = new AbortController()
    readBalance = () => {
      if (!now?.network) return
      const { decimals, symbol } = now.network.nativeCurrency
      const publish = (balance: Balance) => {
        if (!abortController.signal.aborted) onBalance(balance)
      }
      now.adapter.balance(abortController.signal).then(
        (base) => publish({ status: 'ready', text: `${displayAmount(base, decimals, 5)} ${symbol}` }),
        () => publish({ status: 'unknown' }),
      )
    }
    readBalance()
    return () => abortController.abort()
  })
  const onFocus = () => readBalance()
  addEventListener('focus', onFocus)
  return () => {
    stop()
    removeEventListener('focus', onFocus)
  }
}
