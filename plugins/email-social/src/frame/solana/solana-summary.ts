import type { Summary } from '../approval/summary.js'
import { t } from '../strings.js'
import { type Call, describeCall, isNonceAdvance, openedAccounts, paidAccounts, sol, toBase58 } from './solana-calls.js'
import { type DepositReads, outgoingLamports, readDeposits } from './solana-deposits.js'
import { HIGH_FEE_LAMPORTS, highestFee, isBudget } from './solana-fee.js'
import { solanaText } from './solana-strings.js'
import { readTokenNames } from './solana-tokens.js'
import type { ReadAccounts, SolanaInstruction, SolanaTransaction } from './solana-transaction.js'

interface SummaryContext {
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  /** Name of the network. */
  readonly network: string
  /** Base58. */
  readonly account: string
}

/** Results of node queries for a transaction. */
export interface NodeReads extends DepositReads {
  /** In lamports; `undefined` if the node does not know the transaction's blockhash. */
  fee(transaction: SolanaTransaction): Promise<bigint | undefined>
}

/** Offset of the owner in a token account. */
const OWNER = [32, 64] as const

async function ownersOf(instructions: readonly SolanaInstruction[], readAccounts: ReadAccounts) {
  const paid = [...new Set(paidAccounts(instructions))]
  const opened = openedAccounts(instructions)
  const unknown = paid.filter((one) => !opened.has(one))
  const found = unknown.length > 0 ? await readAccounts(unknown) : []
  const read = unknown.flatMap((one, at) => {
    const data = found[at]
    return data && data.length >= OWNER[1] ? [[one, toBase58(data.slice(...OWNER))] as const] : []
  })
  const owners = new Map([...opened, ...read])
  return (account: string): string | undefined => owners.get(account)
}

const withDeposit = (call: Call, deposit: bigint | undefined): Call =>
  deposit === undefined ? call : { ...call, facts: [...call.facts, { label: 'deposit', value: sol(deposit) }] }

/** Summary of a transaction to sign, from its bytes. */
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
    .filter((one) => !isBudget(one) && !(isDurable && one === first))
    .map((one) => withDeposit(describeCall(one, account, names), deposits.get(one)))
  const paysFee = signers[0] === account
  const own = highestFee(transaction)
  const fee = nodeFee === undefined || own > nodeFee ? own : nodeFee
  const warnings = [
    ...(isDurable ? [solanaText('warning.nonce')] : []),
    ...(nodeFee === undefined ? [solanaText('warning.block', { network })] : []),
    ...(paysFee && fee > HIGH_FEE_LAMPORTS ? [solanaText('warning.fee')] : []),
  ]
  const around: Summary['facts'] = [
    { label: 'site', value: site },
    { label: 'network', value: network },
  ]
  const rest: Summary['facts'] = [
    { label: 'fee', value: paysFee ? sol(fee) : t('feeOfOther') },
    // an instruction that cannot be read may take more
    ...(deposits.size > 0 && calls.every(({ isUnread }) => !isUnread)
      ? [
          {
            label: 'outgoing',
            value: sol(outgoingLamports(instructions, account, { deposits, fee: paysFee ? fee : 0n })),
          } as const,
        ]
      : []),
    { label: 'account', value: account, format: 'address' },
  ]
  const [only, ...more] = calls
  if (only && more.length === 0)
    return { ...only, facts: [...around, ...only.facts, ...rest], warnings: [...warnings, ...only.warnings] }
  return { title: t('title.batch', { count: String(calls.length) }), facts: around, warnings, calls, rest }
}
