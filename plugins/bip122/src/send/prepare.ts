import {
  type Account,
  type Context,
  formatAmount,
  type Network,
  type PreparedSend,
  type SendDraft,
  type SendLimit,
  WalletModalError,
} from '@wallet-modal/kernel'
import { createSubmit } from '@wallet-modal/kernel/assets'
import { readAddress } from '../address.js'
import { type Coins, findCoins, findRate, type Rate } from './coins.js'
import { type BitcoinNode, createNode } from './node.js'
import { smallestCoin } from './postage.js'
import { inspectReceiver, leastFor } from './receiver.js'
import { selectCoins, sumOf, worthwhile } from './selection.js'
import { inCoins, invalid, notEnough } from './sentences.js'
import { handOver, type Spendings } from './submit.js'
import { readReview, writePsbt } from './transaction.js'
import { type CoinKind, kindOf } from './weight.js'

type LimitDraft = Omit<SendDraft, 'amount' | 'receiver'> & { readonly receiver?: string }

/** The longest of the scripts that a receiver can have: what an unknown one is reckoned with. */
const LONGEST_SCRIPT = Uint8Array.from([0x51, 32, ...new Uint8Array(32)])

function spendable({ address, type }: Account): CoinKind {
  if (type === 'ordinal')
    throw invalid('This address holds ordinals. They are never spent as coins: use the address for payments.')
  const kind = kindOf(readAddress(address).script)
  if (kind) return kind
  throw invalid('This address belongs to more than one key. Send with the wallet that knows them.')
}

interface Means extends Coins, Rate {
  /** See `Payment.smallest`. */
  readonly smallest: bigint
}

async function meansOf(node: BitcoinNode, { connection, speed }: LimitDraft): Promise<Means> {
  const [found, rate, smallest] = await Promise.all([
    findCoins(node, connection.account.address),
    findRate(node, speed),
    smallestCoin(connection),
  ])
  return { ...found, ...rate, smallest }
}

/** See `SendHandler.limit`. */
export async function findLimit(ctx: Context, draft: LimitDraft, signal: AbortSignal): Promise<SendLimit> {
  const { account } = draft.connection
  const kind = spendable(account)
  const { coins, rest, rate, smallest } = await meansOf(createNode(ctx, draft.network.caipNetworkId, signal), draft)
  const script = draft.receiver === undefined ? LONGEST_SCRIPT : readAddress(draft.receiver).script
  const { script: changeScript } = readAddress(account.address)
  const all = selectCoins(coins, { amount: 'max', script, changeScript, kind, rate, smallest })
  const kept = rest + sumOf(coins) - sumOf(worthwhile(coins, { kind, rate, smallest }))
  return {
    max: all?.amount ?? 0n,
    fee: all?.fee ?? 0n,
    extras: kept > 0n ? [{ code: 'reserve', amount: kept }] : [],
  }
}

/** The most that is paid for one transaction, in satoshis: what Bitcoin Core's own wallet pays at most (`-maxtxfee`). */
const MAX_FEE = 10_000_000n

function assertSane(fee: bigint, network: Network): void {
  if (fee > MAX_FEE)
    throw new WalletModalError(
      'NOT_SENT',
      `The fee would be ${inCoins(fee, network)}, which is absurd. Nothing was sent.`,
    )
}

const RATE_DECIMALS = 3

/** How a fee rate reads: nodes reckon with 1,000 bytes, people with one. */
const rateText = ({ rate, isLeast }: Rate): string =>
  `${formatAmount(rate, RATE_DECIMALS)} sat/vB${isLeast ? ' (the least that the network takes)' : ''}`

/** See `SendHandler.prepare`. */
export async function prepare(
  ctx: Context,
  draft: SendDraft,
  spendings: Spendings,
  signal: AbortSignal,
): Promise<PreparedSend> {
  const { connection, network, receiver, amount } = draft
  const { account } = connection
  const { address, findings } = inspectReceiver(receiver, draft)
  const refused = findings.find(({ severity }) => severity === 'refuse')
  if (refused || address !== receiver)
    throw invalid(`${receiver} cannot be paid on ${network.name}: ${refused?.text ?? 'it is no address of it'}.`)
  const kind = spendable(account)
  const least = leastFor(receiver)
  if (amount !== 'max' && amount < least)
    throw invalid(`The network takes no less than ${inCoins(least, network)} for this receiver.`)
  const node = createNode(ctx, network.caipNetworkId, signal)
  const means = await meansOf(node, draft)
  const { rate, smallest } = means
  const { script } = readAddress(receiver)
  const { script: changeScript } = readAddress(account.address)
  const selection = selectCoins(means.coins, { amount, script, changeScript, kind, rate, smallest })
  if (!selection) throw notEnough(sumOf(worthwhile(means.coins, { kind, rate, smallest })), network)
  assertSane(selection.fee, network)
  const psbt = await writePsbt(node, { account, kind, receiver, selection })
  const review = readReview(psbt, { network, account, receiver, rate: rateText(means) })
  const { coins } = selection
  return { review, submit: createSubmit(draft, () => handOver(ctx, draft, { review, coins, spendings })) }
}
