import { displayAmount, effect, transactionSettled } from '@wallet-modal/kernel'
import { modal } from './wallet-modal.config'

/** Native balance of the connected account, with its symbol in `text`; `unknown` without an account or a known network, or if the read failed. */
export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; text: string }

/**
 * Calls `onBalance` with the native balance of the connected account: immediately, when the account or the network changes, when a transaction is
 * confirmed or fails, and when the window gets the focus. Returns an unsubscribe function.
 */
export function watchBalance(onBalance: (balance: Balance) => void): () => void {
  let readBalance = () => {}
  const stopEffect = effect(() => {
    const connection = modal.connections.active.value
    onBalance({ status: connection?.network ? 'loading' : 'unknown' })
    const abortController = new AbortController()
    let reads = 0
    readBalance = () => {
      if (!connection?.network) return
      const id = ++reads // a read that began earlier can end later, with an older balance
      const { decimals, symbol } = connection.network.nativeCurrency
      const publish = (balance: Balance) => {
        if (id === reads && !abortController.signal.aborted) onBalance(balance)
      }
      connection.adapter.balance(abortController.signal).then(
        (baseUnits) => publish({ status: 'ready', text: `${displayAmount(baseUnits, decimals, 5)} ${symbol}` }),
        () => publish({ status: 'unknown' }),
      )
    }
    readBalance()
    return () => abortController.abort()
  })
  const reload = () => readBalance()
  const stopEvent = modal.on(transactionSettled, reload)
  addEventListener('focus', reload)
  return () => {
    stopEffect()
    stopEvent()
    removeEventListener('focus', reload)
  }
}
