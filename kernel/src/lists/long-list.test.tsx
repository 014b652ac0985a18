// @vitest-environment happy-dom
import fc from 'fast-check'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ListItem } from '../ui/lists/list-item.js'
import { ListHeading, LongList, type LongListProps } from './long-list.js'
import { ROW_PX, rowsToRender, topOf, windowAt } from './row-window.js'

describe('rendered rows', () => {
  it('are the visible ones and some around them, for any length of the list', () => {
    expect(windowAt(0)).toEqual({ start: 0, end: 21 })
    const far = windowAt(1000 * ROW_PX)
    expect([far.start, far.end]).toEqual([994, 1021])
    expect(rowsToRender(far, 5000, undefined).length).toBe(27)
    expect(rowsToRender(far, 1000, undefined)).toEqual([994, 995, 996, 997, 998, 999])
    expect(rowsToRender(far, 10, undefined)).toEqual([])
  })

  it('are exact if headings have another height', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(300)), fc.nat(20_000), (indices, topPx) => {
        const headings = indices.toSorted((a, b) => a - b)
        let [row, top] = [0, 0]
        const heightOf = (at: number): number => (headings.includes(at) ? 40 : ROW_PX)
        while (top + heightOf(row) <= topPx) top += heightOf(row++)
        expect(topOf(row, headings)).toBe(top)
        expect(windowAt(topPx, headings).start).toBe(Math.max(0, row - 6))
      }),
    )
  })

  it('include the focused row, in order', () => {
    expect(rowsToRender({ start: 10, end: 12 }, 50, 3)).toEqual([3, 10, 11])
    expect(rowsToRender({ start: 10, end: 12 }, 50, 40)).toEqual([10, 11, 40])
    expect(rowsToRender({ start: 10, end: 12 }, 50, 10)).toEqual([10, 11])
    expect(rowsToRender({ start: 10, end: 12 }, 50, 60)).toEqual([10, 11])
  })
})

describe('LongList', () => {
  let box: HTMLElement
  let root: ReturnType<typeof createRoot>
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    box = document.createElement('div')
    document.body.append(box)
    root = createRoot(box)
  })
  afterEach(() => {
    act(() => root.unmount())
    box.remove()
  })
  const item = (name: string): ReactNode => <ListItem label={name} onClick={() => null} />
  const draw = (more: Partial<LongListProps> = {}): void =>
    act(() =>
      root.render(
        <LongList label="Numbers" count={5000} row={(at) => item(String(at))} before={item('first')} {...more} />,
      ),
    )
  const press = (key: string): void =>
    act(
      () =>
        void document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        ),
    )
  const focused = (): string | null | undefined => document.activeElement?.textContent

  it('renders few of 5,000 rows, and spacers for the others', () => {
    draw()
    expect(box.querySelectorAll('.wm-item').length).toBe(22)
    const gap = box.querySelector<HTMLElement>('li[aria-hidden]:last-child')
    expect(gap?.style.height).toBe(`${(5000 - 21) * ROW_PX - 8}px`)
  })

  it('sets the attribute data-row on its rows, but not on the items before them', () => {
    draw()
    const items = [...box.querySelectorAll('li:has(.wm-item)')]
    expect(items.slice(0, 3).map((one) => one.hasAttribute('data-row'))).toEqual([false, true, true])
  })

  it('M2: exposes the position in the whole list to screen readers', () => {
    draw()
    const second = box.querySelectorAll('li:not([aria-hidden]):not([hidden])')[1]
    expect([second?.getAttribute('aria-posinset'), second?.getAttribute('aria-setsize')]).toEqual(['2', '5001'])
    draw({ isComplete: false })
    expect(second?.getAttribute('aria-setsize')).toBe('-1')
  })

  it('M2: End, Home and arrow keys focus rows that were not rendered', () => {
    draw()
    box.querySelector<HTMLElement>('.wm-item')?.focus()
    press('End')
    expect(focused()).toBe('4999')
    press('ArrowUp')
    expect(focused()).toBe('4998')
    press('ArrowDown')
    press('ArrowDown')
    expect(focused()).toBe('first')
    press('ArrowDown')
    expect(focused()).toBe('0')
    press('Home')
    expect(focused()).toBe('first')
  })

  it('M2: arrow keys skip headings', () => {
    const headings = [0, 100, 200, 300]
    const row = (at: number): ReactNode =>
      headings.includes(at) ? <ListHeading>{`from ${at}`}</ListHeading> : item(String(at))
    draw({ row, headings, count: 301 })
    box.querySelector<HTMLElement>('.wm-item')?.focus()
    press('ArrowDown')
    expect(focused()).toBe('1')
    press('ArrowUp')
    expect(focused()).toBe('first')
    press('End')
    expect(focused()).toBe('299')
    draw({ row, headings, count: 301, before: [] })
    press('Home')
    expect(focused()).toBe('1')
    expect(box.querySelector('h2')?.textContent).toBe('from 0')
  })

  it('restores the focus only if the focused row exists, because later the focus may be elsewhere', () => {
    const position = { top: 0, focused: 50 }
    draw({ count: 100, position })
    expect(focused()).toBe('50')
    act(() => root.render(null))
    const restored = { ...position, focused: 50 }
    draw({ count: 20, position: restored })
    const field = document.createElement('input')
    document.body.append(field)
    act(() => field.focus())
    draw({ count: 100, position: restored })
    expect(document.activeElement).toBe(field)
    field.remove()
  })

  it('updates visible rows before all others', () => {
    box.className = 'wm-body'
    draw()
    const written: number[] = []
    const row = (at: number): ReactNode => {
      written.push(at)
      return item(`found ${at}`)
    }
    draw({ row, count: 100 })
    const [sight, ...rest] = written
    expect([sight, rest.length]).toEqual([0, 21])
    expect(box.textContent).toBe(`first${Array.from({ length: 21 }, (_, at) => `found ${at}`).join('')}`)
  })

  it('keeps the elements of rows that moved, if the rows have keys', () => {
    const names = ['a', 'b', 'c']
    const plan = () => ({ row: (at: number) => item(names[at] ?? ''), keyOf: (at: number) => names[at] ?? '' })
    draw({ ...plan(), count: 3 })
    const [, , second] = box.querySelectorAll<HTMLElement>('.wm-item')
    act(() => second?.focus())
    names.unshift('new')
    draw({ ...plan(), count: 4 })
    expect(focused()).toBe('b')
    expect(document.activeElement).toBe(second)
  })

  it('requests more rows near the end, once for each length', () => {
    let calls = 0
    const onNearEnd = (): void => void calls++
    draw({ count: 40, onNearEnd })
    expect(calls).toBe(0)
    draw({ count: 20, onNearEnd })
    draw({ count: 20, onNearEnd })
    expect(calls).toBe(1)
    draw({ count: 25, onNearEnd })
    expect(calls).toBe(2)
  })
})
