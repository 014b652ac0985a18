import type { TransactionStatus } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { bigintOf } from './codec.js'

const listOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null && Symbol.iterator in value ? Array.from(value as Iterable<unknown>) : []

export interface ChainEvent {
  /** Pallet and event, such as `balances.Transfer`. */
  readonly name: string
  readonly data: readonly unknown[]
}

/** Events of a block (`System.Events`) by the index of their extrinsic, in the order of the block. */
export function eventsByExtrinsic(records: unknown): ReadonlyMap<number, readonly ChainEvent[]> {
  const byIndex = new Map<number, ChainEvent[]>()
  for (const record of listOf(records)) {
    const phase = fieldsOf(fieldsOf(record).phase)
    if (phase.isApplyExtrinsic !== true) continue
    const { section, method, data } = fieldsOf(fieldsOf(record).event)
    const index = Number(String(phase.asApplyExtrinsic))
    byIndex.set(index, [...(byIndex.get(index) ?? []), { name: `${section}.${method}`, data: listOf(data) }])
  }
  return byIndex
}

/** Outcome that an event reports for dispatched calls. */
type DispatchOutcome = 'failed' | 'partlyFailed' | 'executed'

/** Events with the `Result` of a call that the extrinsic dispatched for its signer. */
const dispatchEvents: ReadonlySet<string> = new Set([
  'proxy.ProxyExecuted',
  'multisig.MultisigExecuted',
  'utility.DispatchedAs',
  'sudo.Sudid',
  'sudo.SudoAsDone',
  'whitelist.WhitelistedCallDispatched',
])

/** `undefined` for an event that reports no outcome. */
function dispatchOutcomeOf({ name, data }: ChainEvent, hasExecutedItem: boolean): DispatchOutcome | undefined {
  if (name === 'utility.BatchInterrupted')
    return bigintOf(data[0], 'index of a call in a batch') === 0n ? 'failed' : 'partlyFailed'
  if (name === 'utility.BatchCompletedWithErrors') return hasExecutedItem ? 'partlyFailed' : 'failed'
  if (name === 'utility.BatchCompleted') return 'executed'
  if (!dispatchEvents.has(name)) return undefined
  const results = data.map(fieldsOf).filter(({ isOk, isErr }) => isOk === true || isErr === true)
  if (results.length === 0) return undefined
  return results.some(({ isErr }) => isErr === true) ? 'failed' : 'executed'
}

/**
 * Result of an extrinsic from its events; `unknown` without events. Calls that dispatch other calls, such as `Proxy.proxy` and `Utility.batch`,
 * succeed even if the other calls fail, and report the failure in an event. The last of these events belongs to the outermost call.
 */
export function extrinsicResultOf(events: readonly ChainEvent[]): TransactionStatus {
  if (events.some(({ name }) => name === 'system.ExtrinsicFailed')) return 'failed'
  if (!events.some(({ name }) => name === 'system.ExtrinsicSuccess')) return 'unknown'
  // chains with `force_batch` emit this event for each call that a batch executed
  const hasExecutedItem = events.some(({ name }) => name === 'utility.ItemCompleted')
  const outcomes = events.flatMap((one) => dispatchOutcomeOf(one, hasExecutedItem) ?? [])
  if (outcomes.every((one) => one === 'executed')) return 'confirmed'
  return outcomes.at(-1) === 'failed' ? 'failed' : 'partlyFailed'
}
