import { type Context, type SendOutcome, WalletModalError } from '@wallet-modal/kernel'
import { isBudget } from './instructions.js'
import { createNode, toBase64 } from './node.js'
import { type Instruction, readTransaction } from './sdk.js'

const TRIES = 5
const PAUSE_MS = 1000

const signOf = ({ program, parties, data }: Instruction): string =>
  [program, ...parties.map(({ address }) => address), toBase64(data)].join(' ')

/**
 * For a wallet that changed what it was to sign and sent it: reads back what went through. Wallets add instructions that guard the visitor
 * and pay more to be faster. Where the transfer itself is there to the letter it is `sent`, else nobody can say what it did.
 */
export async function isAsWritten(
  ctx: Context,
  transaction: Uint8Array,
  { hash, caipNetworkId }: { readonly hash: string; readonly caipNetworkId: string },
): Promise<SendOutcome> {
  const wanted = readTransaction(transaction).instructions.filter((one) => !isBudget(one))
  const node = createNode(ctx, caipNetworkId, ctx.abortSignal)
  for (let turn = 0; turn < TRIES; turn++) {
    try {
      const bytes = await node.transaction(hash)
      const found = bytes && new Set(readTransaction(bytes).instructions.map(signOf))
      if (found && wanted.every((one) => found.has(signOf(one)))) {
        ctx.log.warn(`The wallet changed transaction ${hash} before it sent it; the transfer is as it was shown.`)
        return { status: 'sent', hash }
      }
      if (found) break
    } catch {
      break // it stays unknown
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const text = 'The wallet sent another transaction than the one that was shown. Look it up before you send again.'
  return { status: 'unknown', hash, cause: new WalletModalError('INVALID_DATA', text) }
}
