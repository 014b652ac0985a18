import { displayAmount } from '../domain/assets/amount.js'
import { groupDigits } from '../domain/assets/group-digits.js'
import type { ActiveConnection } from '../domain/connections/connections.js'
import { transactionSettled } from '../domain/events.js'
import type { WalletModal } from '../modal/wallet-modal.js'

/**
 * Writes the native balance to `label`, and again after each transaction, until `abortSignal` is aborted. `label` stays empty if the balance cannot be
 * read.
 */
export function showBalance(
  modal: WalletModal,
  { adapter, network }: ActiveConnection,
  { label, abortSignal }: { readonly label: HTMLElement; readonly abortSignal: AbortSignal },
): void {
  if (!network || abortSignal.aborted) return
  const { decimals, symbol } = network.nativeCurrency
  let requestCount = 0
  const readBalance = (): void => {
    const request = ++requestCount
    adapter.balance(abortSignal).then(
      (base) => {
        if (request === requestCount && !abortSignal.aborted)
          label.textContent = `${groupDigits(displayAmount(base, decimals))} ${symbol}`
      },
      () => {}, // the modal displays the error; a button has no space for it
    )
  }
  abortSignal.addEventListener('abort', modal.on(transactionSettled, readBalance))
  readBalance()
}
