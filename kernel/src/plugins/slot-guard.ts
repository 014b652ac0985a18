import {
  type AccountAction,
  type AccountTab,
  accountActions,
  accountTabs,
  type ConnectGate,
  connectGates,
} from '../domain/slots.js'
import { actionError, actionFailed } from '../errors/action-failed.js'
import { guarded } from '../errors/guard.js'
import { batch } from '../signals.js'
import type { SlotGuard, Slots } from './slots.js'
import type { AnySlot } from './token.js'

const guardedSlots: readonly AnySlot[] = [accountActions, accountTabs, connectGates]

/** Sets the guard of `slots`, which isolates errors of account actions, account tabs and connect gates. */
export function guardSlots(slots: Slots, dependencies: Parameters<typeof actionFailed>[0]): void {
  slots.guard = createSlotGuard(dependencies)
  // adds and removes an empty contribution, so that lists computed earlier are computed again with the guard
  batch(() => {
    for (const slot of guardedSlots) slots.add(slot, null, 0, { owner: '', failed: () => null })()
  })
}

/**
 * Guard for account actions, account tabs and connect gates. An item whose label throws is removed, and the error reported. If an action throws, the
 * error is reported and the visitor sees a message. If a gate throws, its plugin is disabled.
 */
function createSlotGuard(dependencies: Parameters<typeof actionFailed>[0]): SlotGuard {
  const actions = new WeakMap<object, AccountAction>()
  const reported = new WeakSet<object>()

  const hasLabel = ({ label, ...item }: AccountAction | AccountTab, owner: string, key: object): boolean => {
    try {
      if (typeof label.value === 'string') return true
      throw new Error('it is not a text')
    } catch (error) {
      if (!reported.has(key)) {
        reported.add(key)
        queueMicrotask(() => dependencies.report(actionError(owner, `the label of "${item.id}"`, error))) // no signal may be written during a read
      }
      return false
    }
  }
  const guardAction = (action: AccountAction, owner: string): AccountAction => {
    const cached = actions.get(action)
    if (cached) return cached
    const failed = (error: unknown): void => actionFailed(dependencies, owner, `its action "${action.id}"`, error)
    const guardedAction = Object.freeze({ ...action, run: guarded(() => action.run(), failed) })
    actions.set(action, guardedAction)
    return guardedAction
  }
  return (slot, item, owner) => {
    if (!guardedSlots.some(({ name }) => name === slot.name)) return [item]
    if (slot.name === connectGates.name) {
      void (item as ConnectGate).isOpen.value
      return [item]
    }
    const action = item as AccountAction
    if (!hasLabel(action, owner, action)) return []
    return [slot.name === accountActions.name ? guardAction(action, owner) : action]
  }
}
