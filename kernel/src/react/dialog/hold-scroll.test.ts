// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdScroll } from './hold-scroll.js'

let dialog: HTMLElement

beforeEach(() => {
  dialog = document.createElement('div')
  document.body.append(dialog)
  const events = ['wheel', 'keydown'] as const
  for (const type of events) dialog.addEventListener(type, (event) => holdScroll(event, dialog))
})
afterEach(() => document.body.replaceChildren())

/** Adds a box to `parent`. A box that overflows has more content than fits. */
function addBox(parent: HTMLElement, className: string, overflows = false): HTMLElement {
  const box = document.createElement('div')
  box.className = className
  Object.defineProperties(box, { clientHeight: { value: 100 }, scrollHeight: { value: overflows ? 200 : 100 } })
  parent.append(box)
  return box
}

const isHeld = (target: HTMLElement, event: Event): boolean => !target.dispatchEvent(event)
const wheel = (): Event => new WheelEvent('wheel', { bubbles: true, cancelable: true })
const key = (name: string): Event => new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })

it('a text with a scrollbar of its own can be scrolled in a view that fits into the card', () => {
  const text = addBox(addBox(dialog, 'wm-body'), 'wm-payload', true)
  expect(isHeld(text, wheel())).toBe(false)
  expect(isHeld(text, key('PageDown'))).toBe(false)
})

it('content of a view that is higher than the card can be scrolled', () => {
  const row = addBox(addBox(dialog, 'wm-body', true), 'wm-payload')
  expect(isHeld(row, wheel())).toBe(false)
  expect(isHeld(row, key('ArrowDown'))).toBe(false)
})

it('wheel and keys do not scroll the page behind the dialog', () => {
  const cut = addBox(addBox(dialog, 'wm-body'), 'wm-item-label', true)
  for (const target of [dialog, cut]) {
    expect(isHeld(target, wheel())).toBe(true)
    expect(isHeld(target, key('End'))).toBe(true)
    expect(isHeld(target, key('Enter'))).toBe(false)
  }
})

it('the wheel with the Ctrl key, or a pinch on a touchpad, zooms the page', () => {
  const zoom = Object.defineProperty(wheel(), 'ctrlKey', { value: true })
  expect(isHeld(dialog, zoom)).toBe(false)
})
