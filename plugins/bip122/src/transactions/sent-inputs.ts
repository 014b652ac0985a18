import type { Coin } from './selection.js'

/** Inputs of the transactions that this page has sent, by transaction id. */
export type SentInputs = Map<string, Inputs>

export interface Inputs {
  readonly coins: readonly Pick<Coin, 'txid' | 'index'>[]
  /** Block height when the transaction was sent: only later blocks can include the transaction. */
  readonly height: number
}

/** Maximum number of coins in a trace. A replacement of the transaction usually spends at least one of these coins. */
const MAX_TRACED = 4

/** Encodes the height and the first coins, for `Submission.trace`. */
export const toTrace = ({ coins, height }: Inputs): string =>
  [height, ...coins.slice(0, MAX_TRACED).map(({ txid, index }) => `${txid}:${index}`)].join(' ')

/** Parses the trace of a `Submission`, see `toTrace`. `undefined` for any other text. */
export function fromTrace(trace = ''): Inputs | undefined {
  const [height = '', ...coins] = /^\d{1,9}( [\da-f]{64}:\d{1,9})+$/.test(trace) ? trace.split(' ') : []
  if (height === '') return undefined
  return {
    height: Number(height),
    coins: coins.map((coin) => ({ txid: coin.slice(0, 64), index: Number(coin.slice(65)) })),
  }
}
