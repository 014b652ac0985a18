import { view } from '@wallet-modal/kernel'

/** Activity of the active account on the active network: pending transactions, then past transactions by month, newest first. */
export const Transactions = view('@wallet-modal/history#Transactions')

/** Details of one entry of the list. `id` is the `id` of the entry. */
export const TransactionDetails = view<{ readonly id: string }>('@wallet-modal/history#TransactionDetails')

/** Tab of the Account view with the first six entries of {@link Transactions}. */
export const ActivityTab = view('@wallet-modal/history#ActivityTab')
