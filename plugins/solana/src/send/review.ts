import { type Network, type PaymentNote, type SendExtra, type SendReview, WalletModalError } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { TOKEN_2022_PROGRAM } from '../programs.js'
import {
  isBudget,
  readBudget,
  readCoinTransfer,
  readMemo,
  readTokenAccountCreation,
  readTokenTransfer,
} from './instructions.js'
import { toBase64 } from './node.js'
import { isSameNote, readNote } from './note.js'
import { associatedAccount, type Instruction, type ParsedTransaction, readTransaction } from './sdk.js'

/** In lamports, of each signature. */
export const SIGNATURE_FEE = 5000n
/** Prices are in millionths of a lamport. */
const MICRO = 1_000_000n
/** A transaction without a limit of its own uses no more than this. */
const MAX_UNITS = 1_400_000

interface Costs {
  /** As a node says. */
  readonly fee: bigint
  readonly extras: readonly SendExtra[]
}

const other = (what: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The transaction ${what}. Nothing was sent.`)

function only(values: readonly string[], what: string): string {
  const [first, ...more] = new Set(values)
  if (first === undefined || more.length > 0) throw other(`has not exactly one ${what}`)
  return first
}

/** The most that the bytes let the network take, whatever less a node says. */
function feeOf({ payer, instructions }: ParsedTransaction, named: bigint): bigint {
  const budgets = instructions.flatMap((one) => readBudget(one) ?? [])
  const units = budgets.find((one) => one.units !== undefined)?.units ?? MAX_UNITS
  const price = budgets.find((one) => one.price !== undefined)?.price ?? 0n
  const signers = instructions.flatMap(({ parties }) => parties.flatMap((one) => (one.isSigner ? one.address : [])))
  const extra = (BigInt(units) * price + MICRO - 1n) / MICRO
  const most = BigInt(new Set([payer, ...signers]).size) * SIGNATURE_FEE + extra
  return named > most ? named : most
}

/** Without what only says how it is to be carried out, or is text. */
const payments = (instructions: readonly Instruction[]): readonly Instruction[] =>
  instructions.filter((one) => !isBudget(one) && readMemo(one) === undefined)

function readCoins({ payer, instructions }: ParsedTransaction) {
  const [transfer, ...more] = instructions.flatMap((one) => readCoinTransfer(one) ?? [])
  if (!transfer || more.length > 0 || transfer.from !== payer || payments(instructions).length > 1)
    throw other('does more than send coins')
  return { to: transfer.to, amount: transfer.lamports, call: 'System.transfer', transfers: [transfer] }
}

async function readTokens({ payer, instructions }: ParsedTransaction, receiver: string) {
  const rest = payments(instructions)
  const creations = rest.flatMap((one) => readTokenAccountCreation(one) ?? [])
  const transfers = rest.flatMap((one) => {
    const read = readTokenTransfer(one)
    return read ? [{ ...read, program: one.program }] : []
  })
  if (creations.length > 1 || creations.length + transfers.length !== rest.length || transfers.length === 0)
    throw other('does more than send tokens')
  const program = only(
    transfers.map((one) => one.program),
    'token program',
  )
  const mint = only(
    transfers.map((one) => one.mint),
    'token',
  )
  const target = only(
    transfers.map(({ to }) => to),
    'receiver',
  )
  if (transfers.some(({ owner }) => owner !== payer)) throw other('takes tokens of somebody else')
  // the bytes name the token account; whose it is follows from how its address is made
  if (target !== (await associatedAccount(receiver, mint, program))) throw other('pays another receiver')
  const opening = creations.some(
    (one) => one.account === target && one.owner === receiver && one.mint === mint && one.payer === payer,
  )
  if (opening !== creations.length > 0) throw other('opens an account for somebody else')
  const amount = transfers.reduce((sum, one) => sum + one.amount, 0n)
  const kept = transfers.reduce((sum, one) => sum + (one.kept ?? 0n), 0n)
  const isWithFee = transfers.some((one) => one.kept !== undefined)
  const name = program === TOKEN_2022_PROGRAM ? 'Token-2022' : 'Token'
  return {
    to: receiver,
    mint,
    amount,
    transfers,
    ...(kept > 0n && { received: amount - kept }),
    call: `${opening ? 'AssociatedToken.createIdempotent, ' : ''}${name}.${isWithFee ? 'transferCheckedWithFee' : 'transferChecked'}`,
  }
}

/** What the visitor meant. */
interface Meant {
  readonly receiver: string
  readonly note?: PaymentNote | undefined
}

/** What a transaction says, read from its bytes, which have to pay exactly who is meant and to hold exactly that note. */
export async function readReview(
  transaction: Uint8Array,
  network: Network,
  { receiver, note }: Meant,
  { fee, extras }: Costs,
): Promise<SendReview> {
  const parsed = readTransaction(transaction)
  const isCoin = parsed.instructions.some((one) => readCoinTransfer(one))
  const read = isCoin
    ? { ...readCoins(parsed), mint: undefined, received: undefined }
    : await readTokens(parsed, receiver)
  if (read.to !== receiver) throw other('pays another receiver')
  const held = readNote(
    parsed.instructions.filter((one) => !isBudget(one)),
    read.transfers,
  )
  if (!held || !isSameNote(held, note)) throw other('says something else to the receiver')
  return {
    from: parsed.payer,
    to: read.to,
    caipNetworkId: network.caipNetworkId,
    assetId: read.mint === undefined ? coinAssetId(network) : `${network.caipNetworkId}/token:${read.mint}`,
    amount: read.amount,
    ...(read.received !== undefined && { received: read.received }),
    fee: feeOf(parsed, fee),
    extras,
    ...((held.memo !== undefined || held.references) && { note: held }),
    call: held.memo === undefined ? read.call : `Memo, ${read.call}`,
    payload: toBase64(parsed.messageBytes),
  }
}
