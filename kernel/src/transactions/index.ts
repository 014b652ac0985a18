// What chain families and the clients of their transactions need once a wallet is connected. Types are in the main entry too.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { assertUnchanged } from './check-connection.js'
export { createTransactions } from './create-transactions.js'
export { createTransactionFlow, type FlowOptions, type TransactionFlow } from './flow.js'
export { createLatest, type Latest } from './latest.js'
export { createOrders, type Orders, type OrdersOptions, orderLists, orderSettled } from './orders.js'
export { needsNewLook } from './review-changes.js'
export { isTransfer, readStoredTransaction, submissionId, toStoredTransaction } from './sent-transaction.js'
export { decoders, transactionPolicies, transactions } from './transactions.js'
export { toTransferRequest, transferOf } from './transfer.js'
