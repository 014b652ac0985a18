import { displayAmount } from '../domain/assets/amount.js'
import { groupDigits } from '../domain/assets/group-digits.js'
import type { WalletConnection } from '../domain/connections/connections.js'
import { transactionSettled } from '../domain/events.js'
import type { Currency } from '../domain/network.js'
import type { WalletModal } from '../modal/wallet-modal.js'

/** Amount and symbol, with grouped digits and at most three fraction digits: `1,234.5 ETH`. */
export const balanceText = (amountBase: bigint, { decimals, symbol }: Currency): string =>
  `${groupDigits(displayAmount(amountBase, decimals))} ${symbol}`

export interface BalanceOptions {
  /** Receives the native balance in base units, or `undefined` if it cannot be read. Not called for an outdated reply. */
  publish(amountBase: bigint | undefined): void
  readonly abortSignal: AbortSignal
}

/**
 * Reads the native balance of the active account in the connection's namespace. Reads the balance again each time a transaction has a final status,
 * until `abortSignal` is aborted. Returns a function that reads the balance again at once.
 */
export function watchBalance(
  modal: WalletModal,
  { adapter }: WalletConnection,
  { publish, abortSignal }: BalanceOptions,
): () => void {
  let requestCount = 0
  const readBalance = (): void => {
    if (abortSignal.aborted) return
    const request = ++requestCount
    const publishLatest = (amountBase?: bigint): void => {
      if (request === requestCount && !abortSignal.aborted) publish(amountBase)
    }
    adapter.balance(abortSignal).then(publishLatest, () => publishLatest())
  }
  if (!abortSignal.aborted) abortSignal.addEventListener('abort', modal.on(transactionSettled, readBalance))
  readBalance()
  return readBalance
}

/** Writes the native balance to `label` each time {@link watchBalance} reads it. If the balance cannot be read, `label` stays unchanged. */
export function showBalance(
  modal: WalletModal,
  connection: WalletConnection,
  { label, abortSignal }: { readonly label: HTMLElement; readonly abortSignal: AbortSignal },
): void {
  const { network } = connection
  if (!network) return
  const publish = (amountBase: bigint | undefined): void => {
    // the modal displays the error; a button has no space for it
    if (amountBase !== undefined) label.textContent = balanceText(amountBase, network.nativeCurrency)
  }
  watchBalance(modal, connection, { publish, abortSignal })
}
