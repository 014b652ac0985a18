import {
  type Context,
  isWalletModalError,
  type SendDraft,
  type SendOutcome,
  type SendReview,
  WalletModalError,
} from '@wallet-modal/kernel'
import { assertUnchanged } from '@wallet-modal/kernel/assets'
import { isRejection } from '../errors.js'
import { type PreparedPsbt, preparePsbt } from '../psbt.js'
import { type BitcoinNode, createNode } from './node.js'
import type { Coin } from './selection.js'
import { ALREADY_THERE, refusalOf, statusOf } from './sentences.js'
import { byOutputs } from './status.js'
import { isProvider } from './wallet.js'

/** What transactions that were sent spend, and from which height on they can be in a block; by their id. */
export type Spendings = Map<string, Spending>

interface Spending {
  readonly coins: readonly Pick<Coin, 'txid' | 'index'>[]
  readonly height: number
}

/** How many of its coins are remembered over page loads: one of them is spent as soon as another transaction took its place. */
const MAX_TRACED = 4

const traceOf = ({ coins, height }: Spending): string =>
  [height, ...coins.slice(0, MAX_TRACED).map(({ txid, index }) => `${txid}:${index}`)].join(' ')

interface Ready {
  readonly review: SendReview
  readonly coins: readonly Coin[]
  readonly spendings: Spendings
}

/** Has a payment signed, and sends it, once. The wallet only signs, so that the id is known before anybody else has heard of it. */
export async function handOver(
  ctx: Context,
  draft: SendDraft,
  { review, coins, spendings }: Ready,
): Promise<SendOutcome> {
  const { provider, account } = draft.connection
  if (!isProvider(provider)) throw new WalletModalError('NOT_CONNECTED', 'The wallet has no Bitcoin provider.')
  const node = createNode(ctx, review.caipNetworkId, ctx.abortSignal)
  const { from, payload: psbt } = review
  // as the session knows them: where a wallet did not tell of a change, its signature does not fit below
  const accounts = await provider.getAccounts()
  const isThere = accounts.some(({ address, type }) => address === from && type === account.type)
  if (!isThere)
    throw new WalletModalError('CHANGED_MEANWHILE', `The wallet no longer offers ${from}. Nothing was sent.`)
  assertUnchanged(draft)
  const signInputs = { [from]: coins.map((_, at) => at) }
  const prepared = preparePsbt(psbt, { accounts, signInputs })
  let signed: string
  try {
    signed = (await provider.signPsbt({ psbt, signInputs })).psbt
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    if (isWalletModalError(error)) throw error
    throw notSent(`The wallet could not sign it: ${said(error)}`, error)
  }
  const { transaction, hash } = finishChecked(prepared, signed)
  await assertUnspent(node, coins, hash)
  const spending: Spending = { coins, height: await node.height().catch(() => 0) }
  spendings.set(hash, spending)
  const known = { hash, trace: traceOf(spending) }
  try {
    await node.send(transaction)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) throw refusal
    if (statusOf(error) !== ALREADY_THERE) return { status: 'unknown', ...known, cause: error }
  }
  return { status: 'sent', ...known }
}

/** The wallet may have asked for long. A payment that waits would be replaced by this one, where this one pays more (BIP-125). */
async function assertUnspent(node: BitcoinNode, coins: readonly Coin[], hash: string): Promise<void> {
  let isSpent: boolean
  try {
    const outputs = await Promise.all(coins.map((coin) => node.output(coin, true)))
    // a wallet that has sent it by itself has spent them too
    isSpent = outputs.includes(undefined) && (await byOutputs(node, hash)) === undefined
  } catch (error) {
    throw notSent(`The node does not tell whether its coins are still there: ${said(error)}`, error)
  }
  if (isSpent) throw notSent('One of the coins was spent meanwhile. Try again.')
}

/** The provider is checked as well: a page can put another one in its place, whose answer pays somebody else. */
function finishChecked({ check, finish, idOf }: PreparedPsbt, signed: string) {
  try {
    check(signed)
    return { transaction: finish(signed), hash: idOf(signed) }
  } catch (error) {
    throw notSent(said(error), error)
  }
}

const notSent = (why: string, cause?: unknown): WalletModalError =>
  new WalletModalError('NOT_SENT', `Nothing was sent. ${why}`, { cause })

const said = (error: unknown): string => {
  const { message }: { readonly message?: unknown } = Object(error)
  return typeof message === 'string' ? message.slice(0, 300) : 'it gave no reason.'
}
