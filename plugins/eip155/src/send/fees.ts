import { type FeeSpeed, readWith, WalletModalError } from '@wallet-modal/kernel'
import { type Chain, toQuantity, whereKnown } from './chain.js'

/** In wei for a unit of gas. Networks without a base fee have one price (before EIP-1559). */
export type GasPrice =
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly gasPrice: bigint }

/** Of the tip that the node suggests, and which part of recent transactions paid no more. */
const tips: Readonly<Record<FeeSpeed, { readonly percent: bigint; readonly percentile: number }>> = {
  standard: { percent: 100n, percentile: 20 },
  fast: { percent: 150n, percentile: 50 },
  instant: { percent: 200n, percentile: 80 },
}

interface FeeHistory {
  /** Of the block to come. */
  readonly baseFee: bigint
  /** What the chosen part of each block's transactions paid at most. */
  readonly tips: readonly bigint[]
}

const historySchema = readWith((reply): FeeHistory => {
  const { baseFeePerGas, reward }: { readonly baseFeePerGas?: unknown; readonly reward?: unknown } = Object(reply)
  const last: unknown = Array.isArray(baseFeePerGas) ? baseFeePerGas.at(-1) : undefined
  const rewards: readonly unknown[] = Array.isArray(reward) ? reward : []
  return {
    baseFee: toQuantity(last),
    tips: rewards.map((one: unknown) => toQuantity(Array.isArray(one) ? one[0] : one)),
  }
})

const middle = (values: readonly bigint[]): bigint => {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[sorted.length >> 1] ?? 0n
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * The price by EIP-1559, from what recent blocks paid. The base fee may double before it no longer suffices, which takes six full blocks; what
 * is not needed stays with the sender.
 */
export async function readGasPrice(chain: Chain, speed: FeeSpeed): Promise<GasPrice> {
  const { percent, percentile } = tips[speed]
  const [history, suggested] = await Promise.all([
    whereKnown(chain.read('eth_feeHistory', ['0x5', 'latest', [percentile]], historySchema)),
    whereKnown(chain.quantity('eth_maxPriorityFeePerGas')),
  ])
  if (!history) return { gasPrice: ((await chain.quantity('eth_gasPrice')) * percent) / 100n }
  const paid = middle(history.tips)
  const tip = suggested === undefined ? paid : larger((suggested * percent) / 100n, speed === 'standard' ? 0n : paid)
  return { maxFeePerGas: history.baseFee * 2n + tip, maxPriorityFeePerGas: tip }
}

/** The most that a unit of gas can cost. */
const mostPerGas = (price: GasPrice): bigint => ('gasPrice' in price ? price.gasPrice : price.maxFeePerGas)

/** One coin, in wei, as geth has it by default (`RPCTxFeeCap`). Gas and prices come from nodes, which may lie. */
const MOST_FEE = 10n ** 18n

/** Networks where so many coins are worth no more than a few dollars: one coin would not pay for a payment. */
const CHEAP_COINS = 100_000n
const cheapNetworks: ReadonlySet<string> = new Set(['eip155:199', 'eip155:369']) // BitTorrent Chain, PulseChain

/**
 * The most that so much gas can cost on a network, and what comes on top of it, in wei. Throws `NOT_SENT` where no honest node asks for so
 * much.
 */
export function mostFee({ caipNetworkId }: Chain, gas: bigint, price: GasPrice, onTop = 0n): bigint {
  const fee = gas * mostPerGas(price) + onTop
  if (fee > MOST_FEE * (cheapNetworks.has(caipNetworkId) ? CHEAP_COINS : 1n))
    throw new WalletModalError('NOT_SENT', 'The network asks for an absurd fee. Nothing was sent.')
  return fee
}
