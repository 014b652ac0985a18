import type { FeeSpeed } from '@wallet-modal/kernel'
import { notSent } from '@wallet-modal/kernel/transactions'
import { hexToBigInt } from 'viem'
import { getFeeHistory, getGasPrice } from 'viem/actions'
import { type EvmNode, read, readIfSupported } from '../node.js'

/** In wei per gas. Networks without EIP-1559 have a single price. */
export type GasPrice =
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly gasPrice: bigint }

interface Tip {
  /** Tip in percent of the tip that the node suggests. Without EIP-1559: gas price in percent of the node's gas price. */
  readonly percent: bigint
  /**
   * Percentile of the tips in recent blocks. The tip at this percentile is used if the node suggests no tip. It is also the minimum tip for `fast`
   * and `instant`.
   */
  readonly percentile: number
}

const tips: Readonly<Record<FeeSpeed, Tip>> = {
  standard: { percent: 100n, percentile: 20 },
  fast: { percent: 150n, percentile: 50 },
  instant: { percent: 200n, percentile: 80 },
}

const median = (values: readonly bigint[]): bigint => {
  const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted[sorted.length >> 1] ?? 0n
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const readSuggestedTip = async ({ client }: EvmNode): Promise<bigint> =>
  hexToBigInt(await client.request({ method: 'eth_maxPriorityFeePerGas' }))

/**
 * EIP-1559 fees from recent blocks. The maximum allows for twice the current base fee, which Ethereum reaches after six full blocks at the earliest.
 * The chain charges less: the base fee of the block that includes the transaction, plus the tip.
 */
export async function readGasPrice(node: EvmNode, speed: FeeSpeed): Promise<GasPrice> {
  const { percent, percentile } = tips[speed]
  const [history, suggested] = await Promise.all([
    readIfSupported(getFeeHistory(node.client, { blockCount: 5, rewardPercentiles: [percentile] })),
    readIfSupported(readSuggestedTip(node)),
  ])
  const baseFee = history?.baseFeePerGas.at(-1)
  if (!history || baseFee === undefined) return { gasPrice: ((await read(getGasPrice(node.client))) * percent) / 100n }
  const recentTip = median(history.reward?.map(([one = 0n]) => one) ?? [])
  const tip =
    suggested === undefined ? recentTip : larger((suggested * percent) / 100n, speed === 'standard' ? 0n : recentTip)
  return { maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip }
}

const maxPerGas = (price: GasPrice): bigint => ('gasPrice' in price ? price.gasPrice : price.maxFeePerGas)

/** Maximum fee in wei: one coin, as geth's default (`RPCTxFeeCap`). Protects against a dishonest node. */
const MAX_FEE = 10n ** 18n

/** Maximum fee in coins on networks whose coin has a very low price. */
const CHEAP_COINS = 100_000n
const cheapNetworks: ReadonlySet<string> = new Set(['eip155:199', 'eip155:369']) // BitTorrent Chain, PulseChain

/** Maximum fee of a transaction with this gas limit, plus `extra`, in wei. Throws `NOT_SENT` if this fee is implausibly high. */
export function maxFeeOf({ caipNetworkId }: EvmNode, gas: bigint, price: GasPrice, extra = 0n): bigint {
  const fee = gas * maxPerGas(price) + extra
  if (fee > MAX_FEE * (cheapNetworks.has(caipNetworkId) ? CHEAP_COINS : 1n))
    throw notSent('The network reports an implausibly high fee.')
  return fee
}
