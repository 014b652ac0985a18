import { afterEach, expect, test, vi } from 'vitest'
import { batch, computed, derived, effect, type Signal, signal } from './signals.js'

afterEach(() => vi.restoreAllMocks())

test('an error of a listener is not thrown where the value is written', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const source = signal(1)
  const seen: number[] = []
  derived(() => source.value).subscribe(() => {
    throw new Error('listener')
  })
  derived(() => source.value).subscribe((value) => seen.push(value))
  effect(() => {
    if (source.value > 1) throw new Error('effect')
  })
  expect(() => batch(() => Object.assign(source, { value: 2 }))).not.toThrow()
  expect(seen).toEqual([1, 2])
  expect(logged).toHaveBeenCalledTimes(3)
})

test('an error of a cleanup is not thrown where the value is written', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const source = signal(1)
  effect(() => {
    void source.value
    return () => {
      throw new Error('cleanup')
    }
  })
  expect(() => Object.assign(source, { value: 2 })).not.toThrow()
})

test('I3: a derived signal can neither be written nor replaced', () => {
  const source = signal(1)
  const view = derived(() => source.value)
  expect(Object.isFrozen(view)).toBe(true)
  expect(() => Object.assign(view, { value: 2 })).toThrow(TypeError)
  expect(() => Object.assign(view, { peek: () => 2 })).toThrow(TypeError)
  expect([view.value, view.peek(), source.value]).toEqual([1, 1, 1])
})

test('reading a signal in a listener does not subscribe to it', () => {
  const source = signal(1)
  const other = signal(1)
  let calls = 0
  derived(() => source.value).subscribe(() => {
    calls++
    void other.value
  })
  other.value = 2
  expect(calls).toBe(1)
})

test.each([
  ['a signal', (source: Signal<number>) => source],
  ['a computed signal', (source: Signal<number>) => computed(() => source.value)],
  ['a derived signal', (source: Signal<number>) => derived(() => source.value)],
])("%s fulfils Svelte's store contract", (_, create) => {
  interface SvelteStore {
    subscribe(this: void, run: (value: number) => void, invalidate?: () => void): () => void
  }
  const source = signal(1)
  const seen: number[] = []
  const store: SvelteStore = create(source)
  const unsubscribe = store.subscribe((value) => seen.push(value))
  expect(seen).toEqual([1]) // a store calls `run` before `subscribe` returns
  source.value = 2
  unsubscribe()
  source.value = 3
  expect(seen).toEqual([1, 2])
})
