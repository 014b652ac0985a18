import type { Summary } from '../approval/summary.js'
import { t } from '../strings.js'
import {
  type Call,
  createdTokenAccounts,
  describeCall,
  formatSol,
  isNonceAdvance,
  receivingTokenAccounts,
  toBase58,
} from './solana-calls.js'
import { type DepositReads, outgoingLamports, readDeposits } from './solana-deposits.js'
import { HIGH_FEE_LAMPORTS, highestFee, isBudget } from './solana-fee.js'
import { solanaText } from './solana-strings.js'
import { readTokenNames } from './solana-tokens.js'
import type { ReadAccounts, SolanaInstruction, SolanaTransaction } from './solana-transaction.js'

interface SummaryContext {
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  readonly network: string
  /** Base58. */
  readonly account: string
}

/** Requests to a node that are needed to describe a transaction. */
export interface NodeReads extends DepositReads {
  /** Fee in lamports; `undefined` if the node does not know the transaction's blockhash. */
  fee(transaction: SolanaTransaction): Promise<bigint | undefined>
}

/** Byte offsets of the owner in a token account's data: start and end. */
const OWNER = [32, 64] as const

/** Finds the owners of the token accounts that receive tokens: in the instructions that create the accounts, otherwise on the chain. */
async function ownersOf(instructions: readonly SolanaInstruction[], readAccounts: ReadAccounts) {
  const receiving = [...new Set(receivingTokenAccounts(instructions))]
  const created = createdTokenAccounts(instructions)
  const existing = receiving.filter((account) => !created.has(account))
  const accountData = existing.length > 0 ? await readAccounts(existing) : []
  const read = existing.flatMap((account, index) => {
    const data = accountData[index]
    return data && data.length >= OWNER[1] ? [[account, toBase58(data.slice(...OWNER))] as const] : []
  })
  const owners = new Map([...created, ...read])
  return (account: string): string | undefined => owners.get(account)
}

const withDeposit = (call: Call, deposit: bigint | undefined): Call =>
  deposit === undefined ? call : { ...call, facts: [...call.facts, { label: 'deposit', value: formatSol(deposit) }] }

export async function summarizeTransaction(
  transaction: SolanaTransaction,
  { site, network, account }: SummaryContext,
  reads: NodeReads,
): Promise<Summary> {
  const { instructions, signers } = transaction
  const [ownerOf, tokens, nodeFee, deposits] = await Promise.all([
    ownersOf(instructions, reads.accounts),
    readTokenNames(instructions, reads.accounts),
    reads.fee(transaction),
    readDeposits(instructions, account, reads),
  ])
  const [first] = instructions
  const isDurable = first !== undefined && isNonceAdvance(first)
  const names = { ownerOf, tokenOf: (mint: string) => tokens.get(mint) }
  const calls = instructions
    .filter((instruction) => !isBudget(instruction) && !(isDurable && instruction === first))
    .map((instruction) => withDeposit(describeCall(instruction, account, names), deposits.get(instruction)))
  const paysFee = signers[0] === account
  const computedFee = highestFee(transaction)
  const fee = nodeFee === undefined || computedFee > nodeFee ? computedFee : nodeFee
  const warnings = [
    ...(isDurable ? [solanaText('warning.nonce')] : []),
    ...(nodeFee === undefined ? [solanaText('warning.block', { network })] : []),
    ...(paysFee && fee > HIGH_FEE_LAMPORTS ? [solanaText('warning.fee')] : []),
  ]
  const openingFacts: Summary['facts'] = [
    { label: 'site', value: site },
    { label: 'network', value: network },
  ]
  const closingFacts: Summary['facts'] = [
    { label: 'fee', value: paysFee ? formatSol(fee) : t('feeOfOther') },
    // omits the total if an instruction is undecoded, because this instruction could transfer more
    ...(deposits.size > 0 && calls.every(({ isUndecoded }) => !isUndecoded)
      ? [
          {
            label: 'outgoing',
            value: formatSol(outgoingLamports(instructions, account, { deposits, fee: paysFee ? fee : 0n })),
          } as const,
        ]
      : []),
    { label: 'account', value: account, format: 'address' },
  ]
  const [only] = calls
  if (only && calls.length === 1)
    return {
      ...only,
      facts: [...openingFacts, ...only.facts, ...closingFacts],
      warnings: [...warnings, ...only.warnings],
    }
  return {
    title: t('title.batch', { count: String(calls.length) }),
    facts: openingFacts,
    warnings,
    calls,
    closingFacts,
  }
}
