// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FOCUS_MS, type SettledWatch, watchSettled } from './settled.js'

let hasFocus: boolean
let watch: SettledWatch
beforeEach(() => {
  vi.useFakeTimers()
  hasFocus = true
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus)
  watch = watchSettled(() => undefined)
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function setFocus(value: boolean): void {
  hasFocus = value
  dispatchEvent(new Event(value ? 'focus' : 'blur'))
}

it('a window is settled after a second with the focus', () => {
  vi.advanceTimersByTime(FOCUS_MS - 1)
  expect(watch.isSettled()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(watch.isSettled()).toBe(true)
})

it('a press before that starts the second again, and a press after it does not', () => {
  vi.advanceTimersByTime(FOCUS_MS - 1)
  dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(FOCUS_MS - 1)
  expect(watch.isSettled()).toBe(false)
  vi.advanceTimersByTime(1)
  dispatchEvent(new Event('pointerdown'))
  expect(watch.isSettled()).toBe(true)
})

it('a window behind another one is not settled, and settles a second after it gets the focus', () => {
  vi.advanceTimersByTime(FOCUS_MS)
  setFocus(false)
  expect(watch.isSettled()).toBe(false)
  vi.advanceTimersByTime(FOCUS_MS)
  expect(watch.isSettled()).toBe(false)
  setFocus(true)
  vi.advanceTimersByTime(FOCUS_MS - 1)
  expect(watch.isSettled()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(watch.isSettled()).toBe(true)
})

it('a key press before that starts the second again, too', () => {
  vi.advanceTimersByTime(FOCUS_MS - 1)
  dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(FOCUS_MS - 1)
  expect(watch.isSettled()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(watch.isSettled()).toBe(true)
})

it('a window that lost the focus without an event is not settled', () => {
  vi.advanceTimersByTime(FOCUS_MS)
  hasFocus = false
  expect(watch.isSettled()).toBe(false)
})

it('a window that opens behind another one reports nothing until it has the focus', () => {
  const reports: boolean[] = []
  hasFocus = false
  const other = watchSettled((isSettled) => reports.push(isSettled))
  vi.advanceTimersByTime(2 * FOCUS_MS)
  expect(reports).toEqual([])
  setFocus(true)
  vi.advanceTimersByTime(FOCUS_MS)
  expect(reports).toEqual([true])
  setFocus(false)
  expect(reports).toEqual([true, false])
  other.stop()
})

it('a focused button changes nothing', () => {
  vi.advanceTimersByTime(FOCUS_MS)
  const button = document.body.appendChild(document.createElement('button'))
  button.dispatchEvent(new Event('focus'))
  expect(watch.isSettled()).toBe(true)
})
