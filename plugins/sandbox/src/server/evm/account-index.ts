import type { EvmAddress } from './evm-address.js'
import type { IndexedTransaction } from './indexed-blocks.js'

/** Transactions and tokens of each account. */
export interface AccountIndex {
  add(transaction: IndexedTransaction): void
  /** In the order of `add`. */
  transactionsOf(account: string): readonly IndexedTransaction[]
  /** Contracts of all fungible tokens that the account has ever received. */
  tokensOf(account: string): readonly EvmAddress[]
}

export function createAccountIndex(): AccountIndex {
  const byAccount = new Map<string, IndexedTransaction[]>()
  const tokens = new Map<string, Set<EvmAddress>>()
  return {
    add(transaction) {
      for (const party of partiesOf(transaction)) {
        const list = byAccount.get(party) ?? []
        list.push(transaction)
        byAccount.set(party, list)
      }
      for (const { to: receiver, contract, id } of transaction.transfers) {
        if (contract === undefined || id !== undefined) continue
        tokens.set(receiver, (tokens.get(receiver) ?? new Set()).add(contract))
      }
    },
    transactionsOf: (account) => byAccount.get(account) ?? [],
    tokensOf: (account) => [...(tokens.get(account) ?? [])],
  }
}

/** Accounts that a transaction involves. A failed transaction involves only its sender. */
function partiesOf({
  from,
  to,
  created,
  transfers,
  approvers,
  hasFailed,
}: IndexedTransaction): ReadonlySet<EvmAddress> {
  if (hasFailed) return new Set([from])
  const parties = [from, to, created, ...transfers.flatMap((one) => [one.from, one.to]), ...approvers]
  return new Set(parties.filter((one) => one !== null))
}
