/** Number of parts into which a range is split. More parts mean fewer round trips, but more requests. */
const SPLIT_COUNT = 4

/** Stands for the state after a block if the node does not return it, for example because it has deleted old states. */
export const UNKNOWN = ''

/** Block range from `low` (exclusive) to `high` (inclusive), with the state of the account after each of these two blocks. */
interface Range {
  readonly low: number
  readonly high: number
  readonly lowState: string
  readonly highState: string
}

/** Block numbers that split a range evenly. */
function cutsOf({ low, high }: Range): readonly number[] {
  const count = Math.min(SPLIT_COUNT, high - low)
  return Array.from({ length: count - 1 }, (_, at) => low + Math.floor(((high - low) * (at + 1)) / count))
}

/**
 * Numbers of the blocks of a range that changed the account's state, newest first, at most `limit`. Includes the oldest block whose state the node
 * returns. If the states at both ends are equal, or both {@link UNKNOWN}, the range is assumed to have no changes. Each signed transaction increases
 * the account's nonce, so the search misses only changes by others that cancel each other, such as assets that were received and then removed.
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
  const changes: number[] = []
  for (let at = ends.length - 1; at > 0; at--) {
    const [low = 0, high = 0] = [ends[at - 1], ends[at]]
    const [lowState = UNKNOWN, highState = UNKNOWN] = [allStates[at - 1], allStates[at]]
    changes.push(...(await findChanges({ low, high, lowState, highState }, stateAt, limit - changes.length)))
  }
  return changes
}
