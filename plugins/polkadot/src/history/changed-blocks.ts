/** Number of parts into which a range is split at once: more parts take fewer round trips, but more requests. */
const PARTS = 4

/** State if the node has pruned the block. */
export const UNKNOWN = ''

interface Range {
  /** Block, with the account's state after it. */
  readonly low: number
  readonly high: number
  readonly lowState: string
  readonly highState: string
}

/** Positions that split a range evenly. */
function cutsOf({ low, high }: Range): readonly number[] {
  const parts = Math.min(PARTS, high - low)
  return Array.from({ length: parts - 1 }, (_, at) => low + Math.floor(((high - low) * (at + 1)) / parts))
}

/**
 * Blocks of a range after which the account's state differs from the state before, newest first, at most `limit`. A range with equal states at both
 * ends is assumed to have no changes: sending increases the nonce, so only incoming assets that others have removed again are missed.
 */
export async function findChanges(
  range: Range,
  stateAt: (block: number) => Promise<string>,
  limit: number,
): Promise<readonly number[]> {
  if (limit <= 0 || range.low >= range.high || range.lowState === range.highState) return []
  if (range.high - range.low === 1) return [range.high]
  const cuts = cutsOf(range)
  const states = await Promise.all(cuts.map(stateAt))
  const ends = [range.low, ...cuts, range.high]
  const known = [range.lowState, ...states, range.highState]
  const found: number[] = []
  for (let at = ends.length - 1; at > 0; at--) {
    const [low = 0, high = 0] = [ends[at - 1], ends[at]]
    const [lowState = UNKNOWN, highState = UNKNOWN] = [known[at - 1], known[at]]
    found.push(...(await findChanges({ low, high, lowState, highState }, stateAt, limit - found.length)))
  }
  return found
}
