import { computed, type ReadonlySignal, type Signal, signal } from './signals.js'
import type { Slot } from './token.js'

interface Contribution {
  readonly value: unknown
  readonly order: number
  readonly place: number
  /** Called when the contributed signal throws: its plugin is at fault. */
  readonly failed: (error: unknown) => void
}

const isSignal = (value: unknown): value is ReadonlySignal<unknown> =>
  typeof value === 'object' && value !== null && 'peek' in value && 'subscribe' in value

/** All slots of one modal. A slot exists as soon as somebody names it. */
export class Slots {
  readonly #contributions = new Map<string, Signal<readonly Contribution[]>>()
  readonly #lists = new Map<string, ReadonlySignal<readonly any[]>>()
  #places = 0

  add<T>(slot: Slot<T>, value: T | ReadonlySignal<T | null>, order: number, failed: (error: unknown) => void): () => void {
    const list = this.#of(slot)
    const contribution: Contribution = { value, order, place: this.#places++, failed }
    list.value = [...list.peek(), contribution].sort((a, b) => a.order - b.order || a.place - b.place)
    return () => {
      list.value = list.peek().filter((one) => one !== contribution)
    }
  }

  all<T>(slot: Slot<T>): ReadonlySignal<readonly T[]> {
    const known = this.#lists.get(slot.name)
    if (known) return known
    const contributions = this.#of(slot)
    const list: ReadonlySignal<readonly any[]> = computed(() => contributions.value.map(readContribution).filter((value) => value !== null && value !== undefined))
    this.#lists.set(slot.name, list)
    return list
  }

  #of(slot: Slot<any>): Signal<readonly Contribution[]> {
    const known = this.#contributions.get(slot.name)
    if (known) return known
    const fresh = signal<readonly Contribution[]>([])
    this.#contributions.set(slot.name, fresh)
    return fresh
  }
}

function readContribution({ value, failed }: Contribution): unknown {
  if (!isSignal(value)) return value
  try {
    return value.value
  } catch (error) {
    queueMicrotask(() => failed(error)) // a signal may not be written while it is read
    return null
  }
}
