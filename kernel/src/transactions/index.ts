// Entry for chain families and for plugins that send transactions, loaded once a wallet is connected.
export {
  type AccountToken,
  type AccountTokens,
  createAccountTokens,
  type TokenFilter,
} from '../domain/assets/account-tokens.js'
export { type AmountEntry, type AmountEntryModel, createAmountEntry } from '../domain/assets/amount-entry.js'
export { createTransactions } from './create-transactions.js'
export { changedMeanwhile, invalidArgument, notSent } from './errors.js'
export { assertExpected } from './expectations.js'
export { type Failure, failureOf } from './failure.js'
export { feeSpeeds } from './fee-speeds.js'
export { createTransactionFlow, type FlowOptions, type FlowOutcome, type TransactionFlow } from './flow/flow.js'
export { REFRESH_MS } from './flow/preparation.js'
export { createLatest, type Latest } from './latest.js'
export { isTransfer, MAX_TRACE, readStoredTransaction, submissionId, toStoredTransaction } from './sent-transaction.js'
export { createOrders, type Orders, type OrdersOptions, orderLists, orderSettled } from './tracking/orders.js'
export { isTransactionStatus } from './transaction-status.js'
export { decoders, transactionPolicies } from './transactions.js'
export { prepareTransfer, toTransferRequest, transferOf } from './transfer.js'
export { createUsualFees, type UsualFees } from './usual-fees.js'
