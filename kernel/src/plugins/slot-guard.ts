import { type AccountAction, type AccountTab, accountActions, accountTabs } from '../domain/slots.js'
import { actionError, actionFailed } from '../errors/action-failed.js'
import { guarded } from '../errors/guard.js'
import { batch } from '../signals.js'
import type { SlotGuard, Slots } from './slots.js'
import type { AnySlot } from './token.js'

const labelled: readonly AnySlot[] = [accountActions, accountTabs]

/** Starts guarding the account actions and tabs in `slots`. */
export function guardSlots(slots: Slots, parts: Parameters<typeof actionFailed>[0]): void {
  slots.guard = createSlotGuard(parts)
  // adds and removes an empty contribution, so that lists that were read before are computed again with the guard
  batch(() => {
    for (const slot of labelled) slots.add(slot, null, 0, { owner: '', failed: () => null })()
  })
}

/**
 * Isolates errors in account actions and tabs of plugins: an item whose label throws is removed and reported; if an action throws, the error is
 * reported with the plugin's name and the visitor sees a message.
 */
function createSlotGuard(parts: Parameters<typeof actionFailed>[0]): SlotGuard {
  const actions = new WeakMap<object, AccountAction>()
  const reported = new WeakSet<object>()

  const hasLabel = ({ label, ...item }: AccountAction | AccountTab, owner: string, key: object): boolean => {
    try {
      if (typeof label.value === 'string') return true
      throw new Error('it is not a text')
    } catch (error) {
      if (!reported.has(key)) {
        reported.add(key)
        queueMicrotask(() => parts.report(actionError(owner, `the label of "${item.id}"`, error))) // not while a signal is being read
      }
      return false
    }
  }
  const guardAction = (action: AccountAction, owner: string): AccountAction => {
    const known = actions.get(action)
    if (known) return known
    const failed = (error: unknown): void => actionFailed(parts, owner, `its action "${action.id}"`, error)
    const guardedAction = Object.freeze({ ...action, run: guarded(() => action.run(), failed) })
    actions.set(action, guardedAction)
    return guardedAction
  }
  return (slot, item, owner) => {
    if (!labelled.some(({ name }) => name === slot.name)) return [item]
    const known = item as AccountAction
    if (!hasLabel(known, owner, known)) return []
    return [slot.name === accountActions.name ? guardAction(known, owner) : known]
  }
}
