import type { Instruction } from './solana-message.js'
import { isTokenProgram } from './tokens/token-addresses.js'
import { readMint, readTokenAccount } from './tokens/token-layout.js'

/** Stored transaction. */
export interface SolanaRecord {
  readonly signature: string
  readonly slot: bigint
  /** Seconds since 1970. */
  readonly blockTime: bigint
  /** A `TransactionError`, or `null`. */
  readonly err: unknown
  /** Serialized transaction. Empty for an airdrop. */
  readonly bytes: Uint8Array
  /** All accounts. The instructions refer to them by index. Accounts from lookup tables come last. */
  readonly keys: readonly string[]
  readonly loadedAddresses: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  readonly instructions: readonly Instruction[]
  /** In lamports. */
  readonly fee: bigint
  readonly before: Snapshot
  readonly after: Snapshot
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
}

/** Balances of a transaction's accounts at one time. `lamports`: one balance for each key of the transaction, in the same order. */
export interface Snapshot {
  readonly lamports: readonly bigint[]
  readonly tokens: readonly TokenBalance[]
}

export interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly program: string
  readonly decimals: number
  readonly amount: bigint
}

interface AccountState {
  readonly lamports: bigint
  readonly programAddress: string
  readonly data: ArrayLike<number>
}

/** Current coin and token balances of accounts. */
export function snapshotOf(keys: readonly string[], read: (address: string) => AccountState | undefined): Snapshot {
  const accounts = keys.map(read)
  const tokens = accounts.flatMap((account, accountIndex): readonly TokenBalance[] => {
    if (!account || !isTokenProgram(account.programAddress)) return []
    const tokenAccount = readTokenAccount(Uint8Array.from(account.data))
    const mint = tokenAccount && readMint(Uint8Array.from(read(tokenAccount.mint)?.data ?? []))
    if (!tokenAccount || !mint) return []
    const { owner, amount } = tokenAccount
    return [
      {
        accountIndex,
        mint: tokenAccount.mint,
        owner,
        program: account.programAddress,
        decimals: mint.decimals,
        amount,
      },
    ]
  })
  return { lamports: accounts.map((account) => account?.lamports ?? 0n), tokens }
}

/** All transactions, indexed by their accounts and by the owners of their token accounts. */
export interface SolanaRecords {
  add(record: SolanaRecord): void
  of(signature: string): SolanaRecord | undefined
  /** Oldest first. */
  ofAccount(address: string): readonly SolanaRecord[]
}

export function createSolanaRecords(): SolanaRecords {
  const bySignature = new Map<string, SolanaRecord>()
  const byAccount = new Map<string, SolanaRecord[]>()
  return {
    add(record) {
      bySignature.set(record.signature, record)
      const owners = [...record.before.tokens, ...record.after.tokens].map(({ owner }) => owner)
      for (const address of new Set([...record.keys, ...owners])) {
        const list = byAccount.get(address) ?? []
        list.push(record)
        byAccount.set(address, list)
      }
    },
    of: (signature) => bySignature.get(signature),
    ofAccount: (address) => byAccount.get(address) ?? [],
  }
}
