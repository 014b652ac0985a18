import type { BitcoinCoin } from '../contract.js'
import { type CoinKind, dustOf, feeOf, inputWeight, OVERHEAD_WEIGHT, outputWeight } from './weight.js'

export type Coin = BitcoinCoin

/** An output other than the change. */
export interface Output {
  readonly script: Uint8Array
  /** In satoshis; `max`, in one output at most, is everything that the others leave. */
  readonly amount: bigint | 'max'
}

export interface Payment {
  readonly outputs: readonly Output[]
  readonly changeScript: Uint8Array
  readonly kind: CoinKind
  /** Satoshis per 1,000 virtual bytes. */
  readonly rate: bigint
  /** The value of the smallest coin that is spent, in satoshis. */
  readonly smallest: bigint
}

/** Coins to spend. Their values are `amounts`, `change` and `fee` together, to the satoshi. */
export interface Selection {
  readonly coins: readonly Coin[]
  /** Of the outputs, in their order. */
  readonly amounts: readonly bigint[]
  /** 0 where there is no such output. */
  readonly change: bigint
  readonly fee: bigint
}

/** Nodes relay transactions of a weight up to 400,000. */
const MAX_COINS = 400

export const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

const byValue = (coins: readonly Coin[]): readonly Coin[] => [...coins].sort((a, b) => (a.value < b.value ? 1 : -1))

/** Coins whose value exceeds the fee of spending them, the largest first. */
export function worthwhile(
  coins: readonly Coin[],
  { kind, rate, smallest }: Pick<Payment, 'kind' | 'rate' | 'smallest'>,
): readonly Coin[] {
  const cost = feeOf(inputWeight(kind), rate)
  return byValue(coins.filter(({ value }) => value >= smallest && value > cost)).slice(0, MAX_COINS)
}

function weightOf(count: number, { kind, outputs, changeScript }: Payment, hasChange: boolean): bigint {
  const scripts = [...outputs.map(({ script }) => script), ...(hasChange ? [changeScript] : [])]
  const weight = scripts.reduce((sum, script) => sum + outputWeight(script), 0n)
  return OVERHEAD_WEIGHT + BigInt(count) * inputWeight(kind) + weight
}

const fixedSum = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { amount }) => (amount === 'max' ? sum : sum + amount), 0n)

/** Everything, with what the other outputs leave in the one with `max`. `undefined` where that would be dust. */
function selectAll(coins: readonly Coin[], payment: Payment, { script }: Output): Selection | undefined {
  const { outputs, rate } = payment
  const fee = feeOf(weightOf(coins.length, payment, false), rate)
  const most = sumOf(coins) - fee - fixedSum(outputs)
  if (most < dustOf(script)) return undefined
  return { coins, amounts: outputs.map(({ amount }) => (amount === 'max' ? most : amount)), change: 0n, fee }
}

/** Chooses coins, the largest first, so that few are needed. Change that would be dust goes to the fee. `undefined` where the coins do not suffice. */
export function selectCoins(available: readonly Coin[], payment: Payment): Selection | undefined {
  const coins = worthwhile(available, payment)
  const { outputs, rate, changeScript } = payment
  const largest = outputs.find(({ amount }) => amount === 'max')
  if (largest) return selectAll(coins, payment, largest)
  const amounts = outputs.flatMap(({ amount }) => (amount === 'max' ? [] : [amount]))
  const wanted = fixedSum(outputs)
  for (let count = 1; count <= coins.length; count++) {
    const chosen = coins.slice(0, count)
    const rest = sumOf(chosen) - wanted
    const fee = feeOf(weightOf(count, payment, false), rate)
    if (rest < fee) continue
    const feeWithChange = feeOf(weightOf(count, payment, true), rate)
    const change = rest - feeWithChange
    return change >= dustOf(changeScript)
      ? { coins: chosen, amounts, change, fee: feeWithChange }
      : { coins: chosen, amounts, change: 0n, fee: rest }
  }
  return undefined
}
