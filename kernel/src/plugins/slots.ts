import { guarded } from '../errors/guard.js'
import { derived, type ReadonlySignal, type Signal, signal, untracked } from '../signals.js'
import type { AnySlot, Slot } from './token.js'

/** Contributor of slot items. `failed` handles errors of its items. */
export interface Contributor {
  readonly owner: string
  readonly failed: (error: unknown) => void
}

export interface Contribution extends Contributor {
  readonly value: unknown
  readonly order: number
}

/** Validates items, in development only. */
export interface SlotRules {
  /** False if another plugin of the slot's `contributions` takes precedence for the identity of the item. Throws for an invalid item. */
  allow(slot: AnySlot, item: unknown, owner: string, contributions: readonly Contribution[]): boolean
}

/** Returns the item that readers get instead of `item`: the same item, a replacement, or none (an empty list). */
export type SlotGuard = (slot: AnySlot, item: unknown, owner: string) => readonly unknown[]

const isSignal = (value: unknown): value is ReadonlySignal<unknown> =>
  typeof value === 'object' && value !== null && 'peek' in value && 'subscribe' in value

/** Item of a contribution. Reads signals. */
export const readValue = (value: unknown): unknown => (isSignal(value) ? value.value : value)

const byOrder = (a: Contribution, b: Contribution): number =>
  a.order - b.order || (a.owner === b.owner ? 0 : a.owner < b.owner ? -1 : 1)

/** Slots of one modal, created when first referenced. Items are sorted by order, then by the contributor's name. */
export class Slots {
  readonly #contributions = new Map<string, Signal<readonly Contribution[]>>()
  readonly #lists = new Map<string, ReadonlySignal<readonly unknown[]>>()

  /** Set in development only. */
  declare rules?: SlotRules
  /** Set once the renderer is loaded. */
  declare guard?: SlotGuard

  add<T>(slot: Slot<T>, value: T | ReadonlySignal<T | null>, order: number, contributor: Contributor): () => void {
    const list = this.#of(slot)
    const contribution: Contribution = { value, order, ...contributor }
    list.value = [...list.peek(), contribution].sort(byOrder)
    return () => {
      list.value = list.peek().filter((one) => one !== contribution)
    }
  }

  all<T>(slot: Slot<T>): ReadonlySignal<readonly T[]> {
    const existing = this.#lists.get(slot.name)
    const list = existing ?? derived(() => Object.freeze(this.#of(slot).value.flatMap((one) => this.#read(slot, one))))
    if (!existing) this.#lists.set(slot.name, list)
    return list as ReadonlySignal<readonly T[]>
  }

  /** First item for which `isMatch` returns true. If `isMatch` throws, the item is skipped and its plugin disabled. */
  find<T>(slot: Slot<T>, isMatch: (item: T, contribution: Contribution) => boolean | void): T | undefined {
    for (const one of this.#of(slot).peek()) {
      const [item] = untracked(() => this.#read(slot, one)) as T[]
      if (item !== undefined && guarded(isMatch, one.failed)(item, one)) return item
    }
    return undefined
  }

  /** List with the item of a contribution; an empty list if the item is hidden or invalid, or if reading it throws. */
  #read(slot: AnySlot, { value, owner, failed }: Contribution): readonly unknown[] {
    try {
      const item = readValue(value)
      if (item === null || item === undefined) return []
      if (process.env.NODE_ENV !== 'production' && this.rules?.allow(slot, item, owner, this.#of(slot).value) === false)
        return []
      return this.guard?.(slot, item, owner) ?? [item]
    } catch (error) {
      queueMicrotask(() => failed(error)) // a signal must not be written while another is being read
      return []
    }
  }

  #of(slot: AnySlot): Signal<readonly Contribution[]> {
    const existing = this.#contributions.get(slot.name)
    const list = existing ?? signal<readonly Contribution[]>([])
    if (!existing) this.#contributions.set(slot.name, list)
    return list
  }
}
