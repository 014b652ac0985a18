import { displayAmount } from '../domain/assets/amount.js'
import { groupDigits } from '../domain/assets/group-digits.js'
import type { WalletConnection } from '../domain/connections/connections.js'
import { transactionSettled } from '../domain/events.js'
import type { Currency } from '../domain/network.js'
import type { WalletModal } from '../modal/wallet-modal.js'

/** Amount with grouped digits, at most three of them after the point, and symbol: `1,234.5 ETH`. */
export const balanceText = (amountBase: bigint, { decimals, symbol }: Currency): string =>
  `${groupDigits(displayAmount(amountBase, decimals))} ${symbol}`

export interface BalanceOptions {
  /** Receives the native balance in base units, or `undefined` if it cannot be read. Not called for a reply to an earlier request. */
  publish(amountBase: bigint | undefined): void
  readonly abortSignal: AbortSignal
}

/**
 * Reads the native balance of the active account in the connection's namespace, and again when a transaction is final, until `abortSignal` is aborted.
 * Returns a function that reads it again.
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

/** Writes the native balance to `label`, as {@link watchBalance} reads it. A balance that cannot be read leaves `label` unchanged. */
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
