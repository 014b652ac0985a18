import type { BitcoinCoin } from '../contract.js'
import { type CoinKind, dustOf, feeOf, inputWeight, OVERHEAD_WEIGHT, outputWeight } from './weight.js'

export type Coin = BitcoinCoin

/** Output other than change. */
export interface Output {
  readonly script: Uint8Array
  /**
   * In satoshis. `max` is the entire value of the spendable coins minus the fee and the other outputs. At most one output can have the amount `max`.
   */
  readonly amount: bigint | 'max'
}

export interface Payment {
  readonly outputs: readonly Output[]
  readonly changeScript: Uint8Array
  readonly kind: CoinKind
  /** Satoshis per 1,000 virtual bytes. */
  readonly rate: bigint
  /** Minimum value of the outputs that may be spent, in satoshis. */
  readonly minCoinValue: bigint
}

/** Selected coins. The sum of their values is exactly `amounts` + `change` + `fee`. */
export interface Selection {
  readonly coins: readonly Coin[]
  /** Amounts of the outputs, in order. */
  readonly amounts: readonly bigint[]
  /** Amount of the change output; 0 without one. */
  readonly change: bigint
  readonly fee: bigint
}

/** Maximum number of inputs. This limit keeps a transaction below the maximum weight that nodes relay (400,000). */
const MAX_COINS = 400

export const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

const byValue = (coins: readonly Coin[]): readonly Coin[] => [...coins].sort((a, b) => (a.value < b.value ? 1 : -1))

/** Up to {@link MAX_COINS} coins, largest first. Each has at least `minCoinValue`, and is worth more than the fee of spending it. */
export function spendableCoins(
  coins: readonly Coin[],
  { kind, rate, minCoinValue }: Pick<Payment, 'kind' | 'rate' | 'minCoinValue'>,
): readonly Coin[] {
  const cost = feeOf(inputWeight(kind), rate)
  return byValue(coins.filter(({ value }) => value >= minCoinValue && value > cost)).slice(0, MAX_COINS)
}

function weightOf(count: number, { kind, outputs, changeScript }: Payment, hasChange: boolean): bigint {
  const scripts = [...outputs.map(({ script }) => script), ...(hasChange ? [changeScript] : [])]
  const weight = scripts.reduce((sum, script) => sum + outputWeight(script), 0n)
  return OVERHEAD_WEIGHT + BigInt(count) * inputWeight(kind) + weight
}

const fixedSum = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { amount }) => (amount === 'max' ? sum : sum + amount), 0n)

/** Selects all coins, with the remainder in the `max` output. `undefined` if the remainder would be dust. */
function selectAll(coins: readonly Coin[], payment: Payment, { script }: Output): Selection | undefined {
  const { outputs, rate } = payment
  const fee = feeOf(weightOf(coins.length, payment, false), rate)
  const remainder = sumOf(coins) - fee - fixedSum(outputs)
  if (remainder < dustOf(script)) return undefined
  return { coins, amounts: outputs.map(({ amount }) => (amount === 'max' ? remainder : amount)), change: 0n, fee }
}

/** Selects coins, largest first, so that few are needed. Change that would be dust is added to the fee. `undefined` if the coins do not suffice. */
export function selectCoins(available: readonly Coin[], payment: Payment): Selection | undefined {
  const coins = spendableCoins(available, payment)
  const { outputs, rate, changeScript } = payment
  const maxOutput = outputs.find(({ amount }) => amount === 'max')
  if (maxOutput) return selectAll(coins, payment, maxOutput)
  const amounts = outputs.flatMap(({ amount }) => (amount === 'max' ? [] : [amount]))
  const requestedSum = fixedSum(outputs)
  for (let count = 1; count <= coins.length; count++) {
    const chosen = coins.slice(0, count)
    const remainder = sumOf(chosen) - requestedSum
    const fee = feeOf(weightOf(count, payment, false), rate)
    if (remainder < fee) continue
    const feeWithChange = feeOf(weightOf(count, payment, true), rate)
    const change = remainder - feeWithChange
    return change >= dustOf(changeScript)
      ? { coins: chosen, amounts, change, fee: feeWithChange }
      : { coins: chosen, amounts, change: 0n, fee: remainder }
  }
  return undefined
}
