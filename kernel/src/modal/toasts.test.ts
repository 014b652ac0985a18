import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToasts, TOAST_MS, TOAST_REPLACE_MS } from './toasts.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const create = () => {
  const end = new AbortController()
  const toasts = createToasts(end.signal)
  toasts.current.subscribe(toasts.startTimer) // as the view of toasts does
  return { end, toasts, shown: () => toasts.current.peek()?.text() ?? null }
}

test('a toast is displayed for 5000 ms', () => {
  const { toasts, shown } = create()
  toasts.success('done')
  vi.advanceTimersByTime(TOAST_MS - 1)
  expect(shown()).toBe('done')
  vi.advanceTimersByTime(1)
  expect(shown()).toBeNull()
  expect([TOAST_MS, TOAST_REPLACE_MS]).toEqual([5000, 150])
})

test('the 5000 ms begin when the page displays the toast', () => {
  const toasts = createToasts(new AbortController().signal)
  toasts.error('waits for the code that displays it')
  vi.advanceTimersByTime(60_000)
  expect(toasts.current.peek()?.text()).toBe('waits for the code that displays it')
  toasts.startTimer()
  vi.advanceTimersByTime(TOAST_MS - 1)
  toasts.startTimer()
  expect(toasts.current.peek()).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(toasts.current.peek()).toBeNull()
})

test('a loading toast has no time limit', () => {
  const { toasts, shown } = create()
  toasts.loading('working')
  vi.advanceTimersByTime(60_000)
  expect(shown()).toBe('working')
})

test('a plugin that is disabled hides its own loading toast only, even while the toast waits', () => {
  const { toasts, shown } = create()
  const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()]
  const wait = (): void => void vi.advanceTimersByTime(TOAST_REPLACE_MS)
  toasts.loading('of two', undefined, two.signal)
  toasts.loading('of one', undefined, one.signal)
  wait()
  two.abort()
  expect(shown()).toBe('of one')
  toasts.error('failed', undefined, one.signal)
  wait()
  one.abort()
  expect(shown()).toBe('failed')
  toasts.loading('of three', undefined, three.signal)
  three.abort()
  wait()
  expect(shown()).toBeNull()
})

test('a second toast appears 150 ms after the first was removed, and is displayed for 5000 ms', () => {
  const { toasts, shown } = create()
  toasts.error('first')
  vi.advanceTimersByTime(4000)
  toasts.error('second')
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(TOAST_REPLACE_MS - 1)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('second')
  vi.advanceTimersByTime(TOAST_MS - 1)
  expect(shown()).toBe('second')
})

test('a third toast replaces a second one that is waiting', () => {
  const { toasts, shown } = create()
  toasts.success('first')
  toasts.success('second')
  vi.advanceTimersByTime(100)
  toasts.success('third')
  vi.advanceTimersByTime(TOAST_REPLACE_MS - 1)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('third')
})

test('hide cancels a waiting toast', () => {
  const { toasts, shown } = create()
  toasts.success('first')
  toasts.success('second')
  toasts.hide()
  vi.advanceTimersByTime(10_000)
  expect(shown()).toBeNull()
  toasts.success('later')
  expect(shown()).toBe('later')
})

test('after disposal, no toast is displayed and no timer runs', () => {
  const { toasts, shown, end } = create()
  toasts.success('first')
  toasts.success('second')
  end.abort()
  toasts.error('too late')
  expect(shown()).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})
