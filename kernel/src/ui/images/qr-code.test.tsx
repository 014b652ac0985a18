// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.js'

const X = true
const o = false

/** Modules that a path of dots covers. */
function squaresOf(path: string, side: number): readonly (readonly boolean[])[] {
  const drawn = Array.from({ length: side }, () => Array.from({ length: side }, () => false))
  for (const [, x, y] of path.matchAll(/M(\d+)\.5 (\d+)\.5h0/g)) {
    const row = drawn[Number(y)] ?? []
    expect(row[Number(x)]).toBe(false) // no module is drawn twice
    row[Number(x)] = true
  }
  return drawn
}

test('a QR code reserves its space while it has no modules', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const draw = (squares: readonly (readonly boolean[])[]) =>
    flushSync(() => root.render(<QrCode label="Code" squares={squares} />))
  draw([])
  expect(place.querySelector('.wm-qr-empty')).not.toBeNull()
  draw([[X]])
  expect(place.querySelector('.wm-qr-empty')).toBeNull()
})

test.each([
  [[[X]]],
  [
    [
      [X, X, o],
      [o, o, o],
      [X, o, X],
    ],
  ],
  [
    [
      [o, X],
      [X, X],
    ],
  ],
])('a QR code draws exactly the dark modules, with a quiet zone of four modules', (squares) => {
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<QrCode squares={squares} label="Code" />))
  const svg = place.querySelector('svg')
  expect(svg?.getAttribute('aria-label')).toBe('Code')
  expect(svg?.getAttribute('viewBox')).toBe(`-4 -4 ${squares.length + 8} ${squares.length + 8}`)
  expect(squaresOf(place.querySelector('path')?.getAttribute('d') ?? '', squares.length)).toEqual(squares)
  flushSync(() => root.unmount())
})

test('the logo is displayed only with the code, and outside of its accessible image', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<QrCode squares={[]} label="Code" mark={<b>M</b>} />))
  expect(place.textContent).toBe('')
  flushSync(() => root.render(<QrCode squares={[[X]]} label="Code" mark={<b>M</b>} />))
  expect(place.querySelector('[role=img]')?.querySelector('b')).toBeNull()
  expect(place.textContent).toBe('M')
  flushSync(() => root.unmount())
})

test('a QR code omits the modules below the logo and draws the finder patterns separately', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const squares = Array.from({ length: 25 }, () => Array.from({ length: 25 }, () => X))
  flushSync(() => root.render(<QrCode squares={squares} label="Code" mark={<b>M</b>} />))
  const drawn = squaresOf(place.querySelector('path')?.getAttribute('d') ?? '', 25)
  expect(drawn.flat().filter((dark) => !dark).length).toBe(3 * 7 * 7 + 7 * 7)
  expect([drawn[6]?.[6], drawn[12]?.[12], drawn[9]?.[9], drawn[24]?.[0], drawn[0]?.[24]]).toEqual([o, o, o, o, o])
  expect([drawn[8]?.[12], drawn[12]?.[16], drawn[24]?.[24]]).toEqual([X, X, X])
  const corners = [...place.querySelectorAll('rect:not(.wm-qr-eye)')]
  expect(corners.map((one) => [one.getAttribute('x'), one.getAttribute('y')])).toEqual([
    ['0.5', '0.5'],
    ['18.5', '0.5'],
    ['0.5', '18.5'],
  ])
  flushSync(() => root.unmount())
})
