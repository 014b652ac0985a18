import type { Submission } from '@wallet-modal/kernel'
import { PERIOD } from './payload.js'

/** Block range in which an extrinsic can be included (its mortality), and how much of this range has been searched for the extrinsic. */
export interface InclusionWindow {
  readonly address: string
  readonly nonce: bigint
  /** Number of the last block that was searched. */
  searched: number
  /** Whether the range is searched again, because the nonce is used but the first search did not find the extrinsic. */
  isSearchedTwice?: boolean
  /** Number of the last block to search. No later block can include the extrinsic. */
  readonly until: number
}

/** Inclusion windows by extrinsic hash. */
export type InclusionWindows = Map<string, InclusionWindow>

/** Encodes the nonce and the end of the range, for `Submission.trace`. */
export const toTrace = ({ nonce, until }: Pick<InclusionWindow, 'nonce' | 'until'>): string => `${nonce} ${until}`

/** Decodes the stored trace of an extrinsic that another page has sent. No block of the range counts as searched. `undefined` without a trace. */
export function fromTrace({ trace = '', address }: Submission): InclusionWindow | undefined {
  const [, nonce, until] = /^(\d{1,20}) (\d{1,10})$/.exec(trace) ?? []
  if (nonce === undefined || until === undefined) return undefined
  return { address, nonce: BigInt(nonce), searched: Number(until) - PERIOD, until: Number(until) }
}
