import type { SolanaInstruction } from '../../contract.js'
import { isBudget } from '../instructions.js'
import { toBase64 } from '../node.js'
import { byTableIndex, readTransaction } from '../sdk.js'

const MAX_TRACE = 300
const PREFIX = 'calls:'
/** Number of base64 characters of each SHA-256 that are stored. */
const DIGEST_LENGTH = 12

const textOf = ({ program, accounts, data }: SolanaInstruction): string =>
  [program, ...accounts.map(({ address }) => address), toBase64(data)].join(' ')

/** Whether each text occurs at least as often as in `wanted`. */
function holdsEach(wanted: readonly string[], found: readonly string[]): boolean {
  const count = (list: readonly string[], text: string): number => list.filter((one) => one === text).length
  return wanted.every((text) => count(found, text) === count(wanted, text))
}

/** Reviewed calls without the compute budget, which wallets may change to raise the priority fee. */
const wantedOf = (shown: Uint8Array): readonly string[] =>
  readTransaction(shown, byTableIndex)
    .instructions.filter((one) => !isBudget(one))
    .map(textOf)

/** Whether bytes contain all reviewed calls, unchanged and equally often. Additional calls are allowed: wallets add ones that protect the visitor. */
export function holdsShown(bytes: Uint8Array, shown: Uint8Array): boolean {
  return holdsEach(wantedOf(shown), readTransaction(bytes, byTableIndex).instructions.map(textOf))
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toBase64(new Uint8Array(digest)).slice(0, DIGEST_LENGTH)
}

/** Digests of the reviewed calls, for {@link holdsTraced} after a reload. `undefined` for too many calls, and in insecure contexts. */
export async function traceOf(shown: Uint8Array): Promise<string | undefined> {
  try {
    const trace = PREFIX + (await Promise.all(wantedOf(shown).map(digestOf))).join('.')
    return trace.length <= MAX_TRACE ? trace : undefined
  } catch {
    return undefined // `crypto.subtle` exists in secure contexts only
  }
}

export const isTrace = (trace: string): boolean => trace.startsWith(PREFIX)

/** As {@link holdsShown}, with the trace of the reviewed bytes. */
export async function holdsTraced(bytes: Uint8Array, trace: string): Promise<boolean> {
  const found = await Promise.all(readTransaction(bytes, byTableIndex).instructions.map((one) => digestOf(textOf(one))))
  return holdsEach(trace.slice(PREFIX.length).split('.'), found)
}
