import { isWalletModalError, type SendDraft } from '@wallet-modal/kernel'
import { notSent } from '@wallet-modal/kernel/transactions'
import type { BitcoinCoins, BitcoinNode } from '../contract.js'
import { type Coin, sumOf } from './selection.js'

/** Confirmations that a coinbase output needs before it can be spent. */
const MATURITY = 100
/** Maximum number of coins that are looked up, the largest first. */
const MAX_LOOKUPS = 400

/**
 * Selects the coins that can be spent now. `coins` are unspent outputs as listed by a node, including immature coins, and coins that a mempool
 * transaction spends.
 */
export async function findCoins(coins: readonly Coin[], node: Pick<BitcoinNode, 'output'>): Promise<BitcoinCoins> {
  const sorted = [...coins].sort((a, b) => (a.value < b.value ? 1 : -1))
  const spendable = await Promise.all(
    sorted.slice(0, MAX_LOOKUPS).map(async (coin) => {
      const output = await node.output(coin, true)
      const isMature = output && (!output.isCoinbase || output.confirmations >= MATURITY)
      return isMature && output.confirmations > 0 && output.value === coin.value ? [coin] : []
    }),
  )
  return { coins: spendable.flat(), unlistedAmount: sumOf(sorted.slice(MAX_LOOKUPS)) }
}

export interface Rate {
  /** Satoshis per 1,000 virtual bytes. */
  readonly rate: bigint
  /** Whether `rate` is the node's minimum relay rate, because the node has no higher estimate. */
  readonly isMinimum: boolean
}

/** Confirmation targets of the speeds, in blocks. */
const targets = { standard: 6, fast: 3, instant: 1 } as const
/** Upper bound on a node's estimate: 1,000 satoshis per byte. */
const MAX_RATE = 1_000_000n

/** JSON-RPC error code of some nodes that have no data for an estimate. Other nodes reply without a rate in this case. */
const NO_DATA = -32603

/**
 * Fee rate for a speed: the node's estimate, between its minimum relay rate and {@link MAX_RATE}. Throws `NOT_SENT` if the minimum is implausibly
 * high.
 */
export async function findRate(node: BitcoinNode, speed: SendDraft['speed'] = 'standard'): Promise<Rate> {
  const estimate = node.estimate(targets[speed]).catch((error: unknown) => {
    if (isWalletModalError(error) && error.status === NO_DATA) return undefined
    throw error
  })
  const [estimated, minimumRate] = await Promise.all([estimate, node.minFeeRate()])
  // `MAX_RATE` cannot replace a higher minimum, because nodes do not relay transactions below their minimum
  if (minimumRate > MAX_RATE) throw notSent('The node reports an implausibly high fee.')
  if (estimated === undefined || estimated <= minimumRate) return { rate: minimumRate, isMinimum: true }
  return { rate: estimated < MAX_RATE ? estimated : MAX_RATE, isMinimum: false }
}
