import type { TransactionStatus } from './transactions.js'

const statuses: readonly unknown[] = [
  'pending',
  'confirmed',
  'failed',
  'partlyFailed',
  'replaced',
  'unknown',
] satisfies readonly TransactionStatus[]

export const isTransactionStatus = (value: unknown): value is TransactionStatus => statuses.includes(value)
