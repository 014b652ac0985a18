import { plainName } from '../discovery.js'
import { actionError } from '../errors/action-error.js'
import { PLUGIN_TIMEOUT_MS } from '../errors/deadline.js'
import { guarded } from '../errors/guard.js'
import { accessOf, contributionsOf, reportFrom } from '../plugins/contributions.js'
import type { Contributed } from '../plugins/modal-access.js'
import type { Context } from '../plugins/plugin.js'
import type { Slot } from '../plugins/token.js'
import { computed, type ReadonlySignal, signal } from '../signals.js'
import type { AccountAction, AccountTab } from './slots.js'

type AccountItem = AccountAction | AccountTab

const nameOf = (item: AccountItem): string => `${'view' in item ? 'account tab' : 'action'} "${item.id}"`

/**
 * Items of the slot `accountActions` or `accountTabs` that the Account view can display. Omits and reports the others: items without a text as label,
 * tabs whose view no plugin registers, and items with the id of another item. Of several items with one id, the item of the plugin that is first in
 * the site's list `plugins` remains. An item whose label is empty remains for {@link PLUGIN_TIMEOUT_MS}, because its texts may
 * still be loading. If `run` of an action throws, the error is reported and the visitor sees a message.
 */
export function accountItems<T extends AccountItem>(ctx: Context, slot: Slot<T>): ReadonlySignal<readonly T[]> {
  const all = ctx.all(slot)
  const report = createReport(ctx)
  const hasLabel = createLabelCheck(ctx, report)
  const hasView = ({ item, owner }: Contributed<T>): boolean => {
    const access = accessOf(ctx)
    if (!access || !('view' in item) || access.viewOf(item.view)) return true
    report(item, owner, `no plugin registers its view "${item.view.name}"`)
    return false
  }
  const guard = createActionGuard(ctx)
  return computed(() => {
    const { value: items } = all
    const current = contributionsOf(ctx, slot).filter(({ item }) => items.includes(item))
    const usable = current.filter((one) => hasView(one) && hasLabel(one))
    return withoutDuplicates(ctx, usable, report).map((one) => guard(one))
  })
}

type ReportItem = (item: AccountItem, owner: string, problem: unknown) => void

/** Returns a function that reports a problem of an item, once for each item. */
function createReport(ctx: Context): ReportItem {
  const reported = new WeakSet<object>()
  return (item, owner, problem) => {
    if (reported.has(item)) return
    reported.add(item)
    queueMicrotask(() => reportFrom(ctx, actionError(owner, `its ${nameOf(item)}`, problem))) // no signal may be written during a read
  }
}

/** Creates a check whether the label of an item is a text that can be displayed. The check reads signals. */
function createLabelCheck(ctx: Context, report: ReportItem): (contributed: Contributed<AccountItem>) => boolean {
  const waiting = new WeakSet<object>()
  const expired = signal<ReadonlySet<object>>(new Set())
  const timers = new Set<ReturnType<typeof setTimeout>>()
  ctx.onDispose(() => timers.forEach(clearTimeout))
  const isBlank = (label: unknown): boolean => {
    if (typeof label !== 'string') throw new Error('its label is not a text')
    return plainName(label) === undefined
  }
  const waitForLabel = (item: AccountItem, owner: string): void => {
    if (waiting.has(item)) return
    waiting.add(item)
    const check = guarded(
      () => {
        timers.delete(timer)
        waiting.delete(item)
        if (!isBlank(item.label.peek())) return
        report(item, owner, 'its label is empty')
        expired.value = new Set([...expired.peek(), item])
      },
      () => null,
    )
    const timer = setTimeout(check, PLUGIN_TIMEOUT_MS)
    timers.add(timer)
  }
  return ({ item, owner }) => {
    try {
      if (!isBlank(item.label.value)) return true
      if (expired.value.has(item)) return false
      waitForLabel(item, owner)
      return true
    } catch (error) {
      report(item, owner, error)
      return false
    }
  }
}

/** Keeps one item for each id. */
function withoutDuplicates<T extends AccountItem>(
  ctx: Context,
  all: readonly Contributed<T>[],
  report: ReportItem,
): readonly Contributed<T>[] {
  const plugins = accessOf(ctx)?.plugins ?? []
  const firstOf = (id: string): Contributed<T> | undefined =>
    all
      .filter(({ item }) => item.id === id)
      .toSorted((a, b) => plugins.indexOf(a.owner) - plugins.indexOf(b.owner))
      .at(0)
  return all.filter((one) => {
    const first = firstOf(one.item.id)
    if (!first || first === one) return true
    report(one.item, one.owner, `"${first.owner}" adds an item with the same id`)
    return false
  })
}

/** Returns a function that replaces `run` of an action with a function that does not throw. Returns the same object for the same action. */
function createActionGuard(ctx: Context): <T extends AccountItem>(contributed: Contributed<T>) => T {
  const guardedItems = new WeakMap<object, AccountItem>()
  return <T extends AccountItem>({ item, owner }: Contributed<T>): T => {
    if (!('run' in item)) return item
    const cached = guardedItems.get(item)
    if (cached) return cached as T
    const failed = (error: unknown): void => {
      const where = `its ${nameOf(item)}`
      const access = accessOf(ctx)
      if (!access) ctx.log.warn(error)
      else
        import('../errors/action-failed.js').then(
          ({ actionFailed }) => actionFailed(access, owner, where, error),
          () => access.report(actionError(owner, where, error)),
        )
    }
    const guardedItem: AccountItem = Object.freeze({ ...item, run: guarded(() => item.run(), failed) } as AccountAction)
    guardedItems.set(item, guardedItem)
    return guardedItem as T
  }
}
