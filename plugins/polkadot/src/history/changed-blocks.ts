/** Number of subranges per split. With more subranges, a search takes fewer round trips, but more requests. */
const SPLIT_COUNT = 4

/** State of a block that the node has pruned. */
export const UNKNOWN = ''

/** Range of block numbers, and the account's state after the first block and after the last block of the range. */
interface Range {
  readonly low: number
  readonly high: number
  readonly lowState: string
  readonly highState: string
}

/** Positions that split a range evenly. */
function cutsOf({ low, high }: Range): readonly number[] {
  const count = Math.min(SPLIT_COUNT, high - low)
  return Array.from({ length: count - 1 }, (_, at) => low + Math.floor(((high - low) * (at + 1)) / count))
}

/**
 * Blocks of a range that changed the account's state, newest first, at most `limit`. A range with equal states at both ends is assumed to have no
 * changes. Sending increases the nonce, so the search misses only assets that the account received and that others then removed.
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
  const allStates = [range.lowState, ...states, range.highState]
  const found: number[] = []
  for (let at = ends.length - 1; at > 0; at--) {
    const [low = 0, high = 0] = [ends[at - 1], ends[at]]
    const [lowState = UNKNOWN, highState = UNKNOWN] = [allStates[at - 1], allStates[at]]
    found.push(...(await findChanges({ low, high, lowState, highState }, stateAt, limit - found.length)))
  }
  return found
}
