import { view } from '@wallet-modal/kernel'

/** What the account in use did on the network in use, by month, the newest first. */
export const Transactions = view('@wallet-modal/history#Transactions')

/** One of those transactions, by the id of its entry. */
export const TransactionDetails = view<{ readonly id: string }>('@wallet-modal/history#TransactionDetails')

/** The latest of them, for the Account view. */
export const ActivityTab = view('@wallet-modal/history#ActivityTab')
