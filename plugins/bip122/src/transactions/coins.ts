import { isWalletModalError, type SendDraft, WalletModalError } from '@wallet-modal/kernel'
import type { BitcoinNode } from './node.js'
import { type Coin, sumOf } from './selection.js'

/** How many blocks a miner's reward has to be old before it can be spent. */
const MATURITY = 100
/** How many of an address's coins are looked at, the largest first. */
const MAX_LOOKED_AT = 400

export interface Coins {
  readonly coins: readonly Coin[]
  /** What is in coins that are not looked at, in satoshis. */
  readonly rest: bigint
}

/** The coins that an address can spend now: on the chain, old enough, and not spent by a transaction that waits. */
export async function findCoins(node: BitcoinNode, address: string): Promise<Coins> {
  const { coins } = await node.scan(address)
  const sorted = [...coins].sort((a, b) => (a.value < b.value ? 1 : -1))
  const found = await Promise.all(
    sorted.slice(0, MAX_LOOKED_AT).map(async (coin) => {
      const output = await node.output(coin, true)
      const isRipe = output && (!output.isCoinbase || output.confirmations >= MATURITY)
      return isRipe && output.confirmations > 0 && output.value === coin.value ? [coin] : []
    }),
  )
  return { coins: found.flat(), rest: sumOf(sorted.slice(MAX_LOOKED_AT)) }
}

export interface Rate {
  /** Satoshis per 1,000 virtual bytes. */
  readonly rate: bigint
  /** Whether the node had nothing to go by, and this is the least that it takes. */
  readonly isLeast: boolean
}

/** Within how many blocks a transaction is wanted. */
const targets = { standard: 6, fast: 3, instant: 1 } as const
/** The most that is paid, whatever a node says: 1,000 satoshis for a byte. */
const MAX_RATE = 1_000_000n

/** A node without data may say so by an error as well as by an answer without a rate. */
const NO_DATA = -32603

export async function findRate(node: BitcoinNode, speed: SendDraft['speed'] = 'standard'): Promise<Rate> {
  const asked = node.estimate(targets[speed]).catch((error: unknown) => {
    if (isWalletModalError(error) && error.status === NO_DATA) return undefined
    throw error
  })
  const [estimated, least] = await Promise.all([asked, node.leastRate()])
  // less than it asks for would not be passed on, and nobody should pay that much
  if (least > MAX_RATE) throw new WalletModalError('NOT_SENT', 'The node asks for an absurd fee. Nothing was sent.')
  if (estimated === undefined || estimated <= least) return { rate: least, isLeast: true }
  return { rate: estimated < MAX_RATE ? estimated : MAX_RATE, isLeast: false }
}
