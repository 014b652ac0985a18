import { type CoinKind, dustOf, feeOf, inputWeight, OVERHEAD_WEIGHT, outputWeight } from './weight.js'

/** An output on the chain that the account can spend. */
export interface Coin {
  readonly txid: string
  readonly index: number
  /** In satoshis. */
  readonly value: bigint
  /** Of its block. */
  readonly height: number
}

export interface Payment {
  /** In satoshis; `max` is everything. */
  readonly amount: bigint | 'max'
  /** The receiver's output. */
  readonly script: Uint8Array
  /** Where the rest goes. */
  readonly changeScript: Uint8Array
  readonly kind: CoinKind
  /** Satoshis per 1,000 virtual bytes. */
  readonly rate: bigint
  /** The value of the smallest coin that is spent, in satoshis. */
  readonly smallest: bigint
}

/** What is spent and where it goes. The values of the coins are `amount`, `change` and `fee` together, to the satoshi. */
export interface Selection {
  readonly coins: readonly Coin[]
  readonly amount: bigint
  /** 0 where there is no such output. */
  readonly change: bigint
  readonly fee: bigint
}

/** A transaction that nodes relay weighs up to 400,000. */
const MAX_COINS = 400

export const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

const byValue = (coins: readonly Coin[]): readonly Coin[] => [...coins].sort((a, b) => (a.value < b.value ? 1 : -1))

/** The coins that bring more than they cost, the largest first. */
export function worthwhile(
  coins: readonly Coin[],
  { kind, rate, smallest }: Pick<Payment, 'kind' | 'rate' | 'smallest'>,
): readonly Coin[] {
  const cost = feeOf(inputWeight(kind), rate)
  return byValue(coins.filter(({ value }) => value >= smallest && value > cost)).slice(0, MAX_COINS)
}

function weightOf(count: number, { kind, script, changeScript }: Payment, hasChange: boolean): bigint {
  const outputs = outputWeight(script) + (hasChange ? outputWeight(changeScript) : 0n)
  return OVERHEAD_WEIGHT + BigInt(count) * inputWeight(kind) + outputs
}

/** Everything in one output. `undefined` where too little of it is left to send. */
function selectAll(coins: readonly Coin[], payment: Payment): Selection | undefined {
  const fee = feeOf(weightOf(coins.length, payment, false), payment.rate)
  const amount = sumOf(coins) - fee
  return amount >= dustOf(payment.script) ? { coins, amount, change: 0n, fee } : undefined
}

/**
 * Chooses coins, the largest first, so that few are needed. A rest that would be dust goes to the fee. `undefined` where the coins do not
 * suffice.
 */
export function selectCoins(available: readonly Coin[], payment: Payment): Selection | undefined {
  const coins = worthwhile(available, payment)
  const { amount, rate, changeScript } = payment
  if (amount === 'max') return selectAll(coins, payment)
  for (let count = 1; count <= coins.length; count++) {
    const chosen = coins.slice(0, count)
    const rest = sumOf(chosen) - amount
    const fee = feeOf(weightOf(count, payment, false), rate)
    if (rest < fee) continue
    const feeWithChange = feeOf(weightOf(count, payment, true), rate)
    const change = rest - feeWithChange
    return change >= dustOf(changeScript)
      ? { coins: chosen, amount, change, fee: feeWithChange }
      : { coins: chosen, amount, change: 0n, fee: rest }
  }
  return undefined
}
