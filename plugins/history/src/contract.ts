import { view } from '@wallet-modal/kernel'

/** Activity of the active account on the active network: pending transactions, then past transactions by month, newest first. */
export const Transactions = view('@wallet-modal/history#Transactions')

/** Details of a transaction. `id` is the id of its entry. */
export const TransactionDetails = view<{ readonly id: string }>('@wallet-modal/history#TransactionDetails')

/** The first six entries of {@link Transactions}, as a tab of the Account view. */
export const ActivityTab = view('@wallet-modal/history#ActivityTab')
