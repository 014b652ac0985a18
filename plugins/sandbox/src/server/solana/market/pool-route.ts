import type { RouterSwap, RouteStep } from '../../engines/engine.js'
import type { SolanaChain } from '../solana-chain.js'
import { TOKEN_PROGRAM, WRAPPED_COIN } from '../tokens/token-addresses.js'
import { readTokenAccount } from '../tokens/token-layout.js'
import { type LocalPool, localPools } from './local-market.js'

/** Minimum ratio of a pool's reserve to the received amount. Larger swaps would have an extreme price impact. */
const MIN_RESERVE_PER_AMOUNT = 2n

/** Swap in one pool. */
export interface Leg {
  readonly pool: LocalPool
  /** Whether the input is the native coin. */
  readonly isCoinInput: boolean
}

interface PoolSide {
  readonly mint: string
  readonly program: string
  /** Token account of the pool. */
  readonly account: string
}

/** Pools of a swap: one for a swap with the native coin, two for a swap between tokens. `undefined` if a pool is missing. */
export function legsOf({ from, to }: Pick<RouterSwap, 'from' | 'to'>): readonly Leg[] | undefined {
  const [first, last] = [from, to].map((mint) => localPools.find((one) => one.mint === mint))
  if (from === to || (!first && from !== WRAPPED_COIN) || (!last && to !== WRAPPED_COIN)) return undefined
  return [...(first ? [{ pool: first, isCoinInput: false }] : []), ...(last ? [{ pool: last, isCoinInput: true }] : [])]
}

/** The side of a pool that receives the input, and the side that pays the output. */
export function sidesOf({ pool: { mint, program, tokens, coins }, isCoinInput }: Leg): {
  readonly input: PoolSide
  readonly output: PoolSide
} {
  const token = { mint, program, account: tokens }
  const coin = { mint: WRAPPED_COIN, program: TOKEN_PROGRAM, account: coins }
  return isCoinInput ? { input: coin, output: token } : { input: token, output: coin }
}

/** Token program of a mint of the market. */
export const programOf = (mint: string): string => localPools.find((one) => one.mint === mint)?.program ?? TOKEN_PROGRAM

/** Steps of a swap with the amounts that the market's program computes. `undefined` if a pool is missing, or the amount is too small or too large. */
export function quoteRoute(chain: SolanaChain, swap: RouterSwap): readonly RouteStep[] | undefined {
  const steps: RouteStep[] = []
  let { amount } = swap
  for (const leg of legsOf(swap) ?? []) {
    const { input, output } = sidesOf(leg)
    const [inputReserve, outputReserve] = [reserveOf(chain, input.account), reserveOf(chain, output.account)]
    const net = (amount * 997n) / 1000n
    const received = (outputReserve * net) / (inputReserve + net)
    if (received <= 0n || received * MIN_RESERVE_PER_AMOUNT > outputReserve) return undefined
    const pool = { into: input.account, from: output.account }
    steps.push({ pool, from: input.mint, to: output.mint, amount, received })
    amount = received
  }
  return steps.length > 0 ? steps : undefined
}

const reserveOf = (chain: SolanaChain, account: string): bigint =>
  readTokenAccount(new Uint8Array(chain.account(account)?.data ?? []))?.amount ?? 0n
