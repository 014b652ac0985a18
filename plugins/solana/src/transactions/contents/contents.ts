import type { Action, PaymentNote, UndecodedCall } from '@wallet-modal/kernel'
import { hasTransferFee } from '../../assets/token-layout.js'
import type { SolanaInstruction } from '../../contract.js'
import { TOKEN_2022_PROGRAM } from '../../programs.js'
import type { AssetIds } from '../asset-ids.js'
import { type ChainState, tokenAccountOf } from '../chain-state.js'
import { isBudget } from '../instructions.js'
import { associatedAccount, type ParsedTransaction } from '../sdk.js'
import type { TokenAccountCreation } from '../token-instructions.js'
import { callName } from './call-name.js'
import { type Call, readCall } from './read-call.js'

type TokenTransfer = Extract<Call, { readonly type: 'tokens' }>

/** One or more transfers of a token to the same account, displayed as one payment. */
interface TokenPayment {
  readonly type: 'payment'
  readonly transfers: TokenTransfer['transfer'][]
  note: PaymentNote | undefined
  /** Creation of the receiver's token account by the same transaction. */
  creation: TokenAccountCreation | undefined
}

/** Item of the review: a payment, or another call with its memo and references. */
type Entry =
  | TokenPayment
  | (Exclude<Call, { readonly type: 'tokens' | 'creation' | 'memo' }> & { readonly note?: PaymentNote | undefined })

interface ReadContext {
  readonly state: ChainState
  readonly assetIds: AssetIds
  /** Addresses that are expected to receive tokens. */
  readonly receivers: readonly string[]
}

const isTransfer = (call: Call | undefined): boolean => call?.type === 'coins' || call?.type === 'tokens'

/** Memo and references of a transfer. In Solana Pay, the memo immediately precedes the transfer. */
function noteOf(before: Call | undefined, references: readonly string[] | undefined): PaymentNote | undefined {
  const memo = before?.type === 'memo' ? before.memo : undefined
  if (memo === undefined && !references) return undefined
  return { ...(memo !== undefined && { memo }), ...(references && { references }) }
}

/** Whether the creation opens the account that receives the transfer. */
const opensReceiverOf = (creation: TokenAccountCreation, transfer: TokenTransfer['transfer']): boolean =>
  creation.account === transfer.to && creation.mint === transfer.mint && creation.program === transfer.program

/** Whether a transfer with this note belongs to the payment. */
const canJoin = ({ note: previous }: TokenPayment, note: PaymentNote | undefined): boolean =>
  !previous || (!previous.references && previous.memo === note?.memo)

/**
 * Groups calls into payments: transfers of one token to the same account, with the creation of this account. The note of the last transfer is the
 * note of the payment. A transfer with references is the last one of its payment. After a transfer with a memo, only transfers with the same memo
 * join the payment: some token accounts require a memo before every transfer.
 */
function groupCalls(calls: readonly Call[]): readonly Entry[] {
  const entries: Entry[] = []
  const latest = new Map<string, TokenPayment>()
  const creations = new Map<string, TokenAccountCreation>()
  for (const [at, call] of calls.entries()) {
    const { instruction } = call
    if (call.type === 'creation') {
      const { account } = call.creation
      const isForTransfer = calls.some((one) => one.type === 'tokens' && opensReceiverOf(call.creation, one.transfer))
      if (isForTransfer && !creations.has(account)) creations.set(account, call.creation)
      else entries.push({ type: 'undecoded', instruction })
    } else if (call.type === 'memo') {
      if (!isTransfer(calls[at + 1])) entries.push({ type: 'undecoded', instruction })
    } else if (call.type === 'coins') {
      entries.push({ ...call, note: noteOf(calls[at - 1], call.transfer.references) })
    } else if (call.type === 'tokens') {
      const { program, mint, to, references } = call.transfer
      const key = [program, mint, to].join()
      const note = noteOf(calls[at - 1], references)
      let payment = latest.get(key)
      if (!payment || !canJoin(payment, note)) {
        payment = { type: 'payment', transfers: [], note: undefined, creation: undefined }
        entries.push(payment)
        latest.set(key, payment)
      }
      payment.transfers.push(call.transfer)
      payment.note = note
      payment.creation ??= creations.get(to)
    } else entries.push(call)
  }
  return entries
}

/**
 * Owner of the token account that receives the payment. The transaction contains only the address of the account. If this address does not prove the
 * owner, returns the address.
 */
async function receiverOf({ transfers: [first], creation }: TokenPayment, context: ReadContext): Promise<string> {
  const { program = '', mint = '', to = '' } = first ?? {}
  const owner = tokenAccountOf(context.state.accounts.get(to))?.owner
  const candidates = owner === undefined ? [...(creation ? [creation.owner] : []), ...context.receivers] : [owner]
  for (const candidate of candidates) if (to === (await associatedAccount(candidate, mint, program))) return candidate
  return to
}

/** Amount that the receiver gets after the mint's transfer fee. `unknown` if the instruction does not contain the fee, `undefined` without a fee. */
function receivedOf({ transfers }: TokenPayment, { state }: ReadContext): bigint | 'unknown' | undefined {
  const sum = (pick: (one: TokenTransfer['transfer']) => bigint): bigint =>
    transfers.reduce((all, one) => all + pick(one), 0n)
  const isFeeUnknown = transfers.some(({ program, mint, withheld }) => {
    const mintData = state.mints.get(mint)
    return program === TOKEN_2022_PROGRAM && withheld === undefined && mintData && hasTransferFee(mintData)
  })
  if (isFeeUnknown) return 'unknown'
  const withheld = sum((one) => one.withheld ?? 0n)
  return withheld > 0n ? sum(({ amount }) => amount) - withheld : undefined
}

const undecoded = (instruction: SolanaInstruction): UndecodedCall => ({
  type: 'undecoded',
  call: instruction,
  target: instruction.program,
  name: callName(instruction),
})

async function toContent(entry: Entry, from: string, context: ReadContext): Promise<Action | UndecodedCall> {
  const { assetIds } = context
  if (entry.type === 'undecoded') return undecoded(entry.instruction)
  if (entry.type === 'approval') {
    const { mint, amount, spender } = entry.approval
    return { type: 'approval', assetId: assetIds.ofMint(mint), amount, spender }
  }
  const note = entry.note && { note: entry.note }
  if (entry.type === 'coins') {
    const { to, lamports: amount } = entry.transfer
    return { type: 'transfer', assetId: assetIds.coin, amount, from, to, ...note }
  }
  const received = receivedOf(entry, context)
  return {
    type: 'transfer',
    assetId: assetIds.ofMint(entry.transfers[0]?.mint ?? ''),
    amount: entry.transfers.reduce((sum, { amount }) => sum + amount, 0n),
    ...{ from, to: await receiverOf(entry, context) },
    ...(received !== undefined && { received }),
    ...note,
  }
}

/**
 * Contents of a transaction, decoded from its bytes: transfers and approvals of its payer, and all other calls undecoded. Leaves out instructions
 * that set the compute budget.
 */
export async function readContents(
  { payer, instructions }: ParsedTransaction,
  context: ReadContext,
): Promise<readonly (Action | UndecodedCall)[]> {
  const own = instructions.filter((one) => !isBudget(one))
  const calls = await Promise.all(own.map((one) => readCall(one, payer, context.state)))
  return Promise.all(groupCalls(calls).map((entry) => toContent(entry, payer, context)))
}

/** Names of all calls, without duplicates. Leaves out instructions that set the compute budget. */
export const callNames = ({ instructions }: ParsedTransaction): string =>
  [...new Set(instructions.filter((one) => !isBudget(one)).map(callName))].join(', ')
