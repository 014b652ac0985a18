// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MoveWatch, watchMoves } from './moves.js'

let moves: MoveWatch
beforeEach(() => {
  vi.useFakeTimers()
  moves = watchMoves()
})
afterEach(() => {
  moves.stop()
  vi.useRealTimers()
})

const point = (type: 'pointermove' | 'pointerdown', screenY: number, clientY: number): void =>
  void dispatchEvent(new PointerEvent(type, { screenX: 0, screenY, clientX: 0, clientY }))

it('a frame that moved under a resting pointer has moved for half a second', () => {
  point('pointermove', 500, 100)
  point('pointerdown', 500, 160)
  expect(moves.hasMoved()).toBe(true)
  vi.advanceTimersByTime(600)
  expect(moves.hasMoved()).toBe(false)
})

it('a pointer that moves over the frame is no move of the frame', () => {
  point('pointermove', 500, 100)
  point('pointermove', 540, 140)
  point('pointerdown', 541, 141)
  expect(moves.hasMoved()).toBe(false)
})

it('nothing is noticed after the end of the watch', () => {
  point('pointermove', 500, 100)
  moves.stop()
  point('pointerdown', 500, 160)
  expect(moves.hasMoved()).toBe(false)
})
