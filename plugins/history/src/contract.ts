import { view } from '@wallet-modal/kernel'

/** Activity of the active account on the active network, by month, newest first. */
export const Transactions = view('@wallet-modal/history#Transactions')

/** Details of one transaction, by the id of its entry. */
export const TransactionDetails = view<{ readonly id: string }>('@wallet-modal/history#TransactionDetails')

/** Latest transactions, for the Account view. */
export const ActivityTab = view('@wallet-modal/history#ActivityTab')
