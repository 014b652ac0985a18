import { type Context, type SendOutcome, type SentTransaction, WalletModalError } from '@wallet-modal/kernel'
import { isTokenProgram } from '../programs.js'
import { isBudget, readCoinTransfer, readTokenTransfer } from './instructions.js'
import { createNode, type SolanaNode, toBase64 } from './node.js'
import { associatedAccount, type Instruction, readTransaction } from './sdk.js'

const TRIES = 5
const PAUSE_MS = 1000

const signOf = ({ program, parties, data }: Instruction): string =>
  [program, ...parties.map(({ address }) => address), toBase64(data)].join(' ')

/**
 * Whether what went through holds the transfer that was shown to the letter, and once; `undefined` where the node does not have it yet. Wallets add
 * instructions that guard the visitor and pay more to be faster. Bytes that cannot be read are not what was shown.
 */
export async function isAsShown(node: SolanaNode, shown: Uint8Array, hash: string): Promise<boolean | undefined> {
  const bytes = await node.transaction(hash)
  if (!bytes) return undefined
  const wanted = readTransaction(shown).instructions.filter((one) => !isBudget(one))
  try {
    const found = readTransaction(bytes).instructions.map(signOf)
    const signs = wanted.map(signOf)
    const isAsOften = (sign: string): boolean =>
      found.filter((one) => one === sign).length === signs.filter((one) => one === sign).length
    return signs.every(isAsOften)
  } catch {
    return false // nobody can say what it does
  }
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** What the instructions bring the receiver of a payment from its sender, in base units of its token. */
async function paidBy(
  instructions: readonly Instruction[],
  { address: from, receiver, token }: SentTransaction,
): Promise<bigint> {
  const { address: mint } = token
  if (mint === undefined) {
    const transfers = instructions.flatMap((one) => readCoinTransfer(one) ?? [])
    return sumOf(transfers.flatMap((one) => (one.from === from && one.to === receiver ? one.lamports : [])))
  }
  const parts = instructions.map(async (one) => {
    const read = isTokenProgram(one.program) ? readTokenTransfer(one) : undefined
    if (!read || read.owner !== from || read.mint !== mint) return 0n
    return read.to === (await associatedAccount(receiver, mint, one.program)) ? read.amount : 0n
  })
  return sumOf(await Promise.all(parts))
}

/** As {@link isAsShown}, where only what was sent is known, and not what was shown to the letter. */
export async function isAsSent(node: SolanaNode, sent: SentTransaction, hash: string): Promise<boolean | undefined> {
  const bytes = await node.transaction(hash)
  if (!bytes) return undefined
  try {
    return (await paidBy(readTransaction(bytes).instructions, sent)) === sent.amount
  } catch {
    return false // nobody can say what it does
  }
}

export const sentAnother = (hash: string): string =>
  `The wallet sent another transaction than the one that was shown: ${hash}. Look it up before you send again.`

const unsure = (text: string): WalletModalError => new WalletModalError('INVALID_DATA', text)

interface Sent {
  readonly hash: string
  readonly caipNetworkId: string
  /** Notes that it has to be read back later. */
  doubts(hash: string): void
}

/**
 * For a wallet that changed what it was to sign and sent it: reads back what went through. Where it is another transaction the outcome has no
 * hash: whoever follows that one would tell what was shown as done.
 */
export async function readBack(ctx: Context, shown: Uint8Array, sent: Sent): Promise<SendOutcome> {
  const { hash, caipNetworkId } = sent
  const node = createNode(ctx, caipNetworkId, ctx.abortSignal)
  for (let turn = 0; turn < TRIES; turn++) {
    try {
      const isSame = await isAsShown(node, shown, hash)
      if (isSame) {
        ctx.log.warn(`The wallet changed transaction ${hash} before it sent it; the transfer is as it was shown.`)
        return { status: 'sent', hash }
      }
      if (isSame === false) return { status: 'unknown', cause: unsure(sentAnother(hash)) }
    } catch {
      break // it is read back when its status is asked for
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  sent.doubts(hash)
  const text = `The wallet changed transaction ${hash} before it sent it, and the network does not show yet what it does.`
  return { status: 'unknown', hash, cause: unsure(text) }
}
