/** Number of parts into which a range is split. More parts mean fewer round trips, but more requests. */
const SPLIT_COUNT = 4

/** State after a block if the node does not return the state, for example because the node has pruned it. */
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
 * Numbers of the blocks that changed the account's state, newest first, at most `limit`. If older states are {@link UNKNOWN}, the oldest block with
 * a known state is included. A range with equal states at both ends is skipped, so changes that cancel each other are not found. The account's own
 * transactions are always found, because each one increases the nonce.
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
