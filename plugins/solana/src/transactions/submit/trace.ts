import type { SolanaInstruction } from '../../contract.js'
import { toBase64 } from '../../sdk.js'
import { isBudget } from '../instructions.js'
import { byTableIndex, readTransaction } from '../sdk.js'

const MAX_TRACE = 300
const PREFIX = 'calls:'
/** Length to which each SHA-256 digest is cut, in base64 characters. */
const DIGEST_LENGTH = 12

const toText = ({ program, accounts, data }: SolanaInstruction): string =>
  [program, ...accounts.map(({ address }) => address), toBase64(data)].join(' ')

/** Whether each text of `expected` occurs as often in `actual` as in `expected`. */
function containsEach(expected: readonly string[], actual: readonly string[]): boolean {
  const count = (list: readonly string[], text: string): number => list.filter((one) => one === text).length
  return expected.every((text) => count(actual, text) === count(expected, text))
}

/** Reviewed calls without the compute budget, which wallets may change to raise the priority fee. */
const reviewedCallsOf = (reviewed: Uint8Array): readonly string[] =>
  readTransaction(reviewed, byTableIndex)
    .instructions.filter((one) => !isBudget(one))
    .map(toText)

/**
 * Whether bytes contain every reviewed call, unchanged and as often as in the reviewed bytes. Allows additional calls, because some wallets add calls
 * that protect the visitor.
 */
export function containsReviewedCalls(bytes: Uint8Array, reviewed: Uint8Array): boolean {
  return containsEach(reviewedCallsOf(reviewed), readTransaction(bytes, byTableIndex).instructions.map(toText))
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toBase64(new Uint8Array(digest)).slice(0, DIGEST_LENGTH)
}

/** Digests of the reviewed calls, for {@link matchesTrace} after a reload. `undefined` for too many calls, and in insecure contexts. */
export async function traceOf(reviewed: Uint8Array): Promise<string | undefined> {
  try {
    const trace = PREFIX + (await Promise.all(reviewedCallsOf(reviewed).map(digestOf))).join('.')
    return trace.length <= MAX_TRACE ? trace : undefined
  } catch {
    return undefined // `crypto.subtle` exists in secure contexts only
  }
}

export const isTrace = (trace: string): boolean => trace.startsWith(PREFIX)

/** Like {@link containsReviewedCalls}, but compares with the trace of the reviewed bytes. */
export async function matchesTrace(bytes: Uint8Array, trace: string): Promise<boolean> {
  const actual = await Promise.all(
    readTransaction(bytes, byTableIndex).instructions.map((one) => digestOf(toText(one))),
  )
  return containsEach(trace.slice(PREFIX.length).split('.'), actual)
}
