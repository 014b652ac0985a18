import { type Context, type DriverOutcome, type SentTransfer, WalletModalError } from '@wallet-modal/kernel'
import type { SolanaInstruction } from '../../contract.js'
import { readCoinTransfer } from '../instructions.js'
import { createNode, type SolanaNode } from '../node.js'
import { associatedAccount, readTransaction } from '../sdk.js'
import { readTokenTransfer } from '../token-instructions.js'
import { holdsShown, holdsTraced } from './trace.js'

const TRIES = 5
const PAUSE_MS = 1000

/** Compares a transaction on the chain; `undefined` if the node does not have it yet. Undecodable bytes count as different. */
async function compare(
  node: SolanaNode,
  hash: string,
  isSame: (bytes: Uint8Array) => boolean | Promise<boolean>,
): Promise<boolean | undefined> {
  const bytes = await node.transaction(hash)
  if (!bytes) return undefined
  try {
    return await isSame(bytes)
  } catch {
    return false // undecodable bytes
  }
}

/** Whether the transaction on the chain contains the reviewed calls; see {@link holdsShown}. */
export const isAsShown = (node: SolanaNode, shown: Uint8Array, hash: string): Promise<boolean | undefined> =>
  compare(node, hash, (bytes) => holdsShown(bytes, shown))

/** As {@link isAsShown}, with the trace stored before a reload. */
export const isAsTraced = (node: SolanaNode, trace: string, hash: string): Promise<boolean | undefined> =>
  compare(node, hash, (bytes) => holdsTraced(bytes, trace))

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** Amount that the instructions transfer from the sender to the receiver, in base units of the payment's token. */
async function paidBy(
  instructions: readonly SolanaInstruction[],
  { address: from, receiver, token }: SentTransfer,
): Promise<bigint> {
  const { address: mint } = token
  if (mint === undefined) {
    const transfers = instructions.flatMap((one) => readCoinTransfer(one) ?? [])
    return sumOf(transfers.flatMap((one) => (one.from === from && one.to === receiver ? one.lamports : [])))
  }
  const amounts = instructions.map(async (one) => {
    const read = readTokenTransfer(one)
    if (!read || read.owner !== from || read.mint !== mint) return 0n
    return read.to === (await associatedAccount(receiver, mint, one.program)) ? read.amount : 0n
  })
  return sumOf(await Promise.all(amounts))
}

/** Whether the transaction on the chain pays exactly the sent amount; for transfers without a trace. */
export const isAsSent = (node: SolanaNode, sent: SentTransfer, hash: string): Promise<boolean | undefined> =>
  compare(node, hash, async (bytes) => (await paidBy(readTransaction(bytes).instructions, sent)) === sent.amount)

export const sentAnother = (hash: string): string =>
  `The wallet sent another transaction than the one that was shown: ${hash}. Look it up before you send again.`

const unverifiedError = (text: string): WalletModalError => new WalletModalError('INVALID_DATA', text)

interface Sent {
  readonly hash: string
  readonly caipNetworkId: string
  readonly shown: Uint8Array
  /** Receives the hash if verification must be repeated later. */
  readonly unverified: Map<string, Uint8Array | null>
}

/**
 * Verifies the transaction of a wallet that changed and sent it, by reading it from the chain. If it contains other calls, the outcome is `unknown`
 * without a hash: tracking that hash would report the reviewed transaction as confirmed.
 */
export async function readBack(ctx: Context, sent: Sent): Promise<DriverOutcome> {
  const { hash, caipNetworkId, shown, unverified } = sent
  const node = createNode(ctx, caipNetworkId, ctx.abortSignal)
  for (let turn = 0; turn < TRIES; turn++) {
    try {
      const isSame = await isAsShown(node, shown, hash)
      if (isSame) {
        ctx.log.warn(`The wallet changed transaction ${hash} before it sent it; its calls are as they were shown.`)
        return { status: 'sent', hash }
      }
      if (isSame === false) return { status: 'unknown', cause: unverifiedError(sentAnother(hash)) }
    } catch {
      break // verified again when its status is queried
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  unverified.set(hash, shown)
  const text = `The wallet changed transaction ${hash} before it sent it, and the network does not show yet what it does.`
  return { status: 'unknown', hash, cause: unverifiedError(text) }
}
