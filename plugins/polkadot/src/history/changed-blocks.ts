/** Into how many parts a range is cut at once: more take fewer turns, and more questions. */
const PARTS = 4

/** What a state is where the node does not know it any more. */
export const UNKNOWN = ''

interface Range {
  /** A block, and what was known of the account after it. */
  readonly low: number
  readonly high: number
  readonly lowState: string
  readonly highState: string
}

/** Inner places of a range that cut it evenly. */
function cutsOf({ low, high }: Range): readonly number[] {
  const parts = Math.min(PARTS, high - low)
  return Array.from({ length: parts - 1 }, (_, at) => low + Math.floor(((high - low) * (at + 1)) / parts))
}

/**
 * The blocks of a range after which the account was not as before, the newest first, at most `limit` of them. A stretch whose ends are alike is
 * taken for quiet: whoever sends counts up the account's nonce, so all that escapes is what came and was taken away again by others.
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
