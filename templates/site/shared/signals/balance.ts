import { displayAmount, effect } from '@wallet-modal/kernel'
import { modal } from './wallet-modal.config'

export type Balance = { status: 'loading' } | { status: 'unknown' } | { status: 'ready'; text: string }

/**
 * Reports the native balance of the connected account, again when the account, the network or the page's visibility changes. Returns an unsubscribe
 * function.
 */
export function watchBalance(tell: (balance: Balance) => void): () => void {
  let ask = () => {}
  const stop = effect(() => {
    const now = modal.connections.active.value
    tell({ status: now?.network ? 'loading' : 'unknown' })
    const gone = new AbortController()
    ask = () => {
      if (!now?.network) return
      const { decimals, symbol } = now.network.nativeCurrency
      const answer = (balance: Balance) => {
        if (!gone.signal.aborted) tell(balance)
      }
      now.adapter.balance(gone.signal).then(
        (base) => answer({ status: 'ready', text: `${displayAmount(base, decimals, 5)} ${symbol}` }),
        () => answer({ status: 'unknown' }),
      )
    }
    ask()
    return () => gone.abort()
  })
  const onFocus = () => ask()
  addEventListener('focus', onFocus)
  return () => {
    stop()
    removeEventListener('focus', onFocus)
  }
}
