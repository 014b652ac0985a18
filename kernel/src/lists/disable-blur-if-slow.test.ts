// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { disableBlurIfSlow } from './disable-blur-if-slow.js'

let frames: FrameRequestCallback[]
let now: number
let dialog: HTMLElement
let body: HTMLElement
let end: () => void

beforeEach(() => {
  frames = []
  now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = []
  })
  dialog = document.createElement('div')
  dialog.className = 'wm-dialog'
  body = document.createElement('div')
  dialog.append(body)
  end = disableBlurIfSlow(body)
})
afterEach(() => {
  end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const scroll = (): void => void body.dispatchEvent(new Event('scroll'))
const paint = (afterMs: number): void => {
  now += afterMs
  const due = frames
  frames = []
  for (const run of due) run(now)
}
const scrollFor = (times: readonly number[]): void => {
  for (const time of times) {
    scroll()
    paint(time)
  }
}
const isBlurred = (): boolean => !dialog.classList.contains('wm-unblurred')

it('smooth scrolling keeps the blur, even with an occasional slow frame', () => {
  scrollFor([...Array(40).keys()].map((at) => (at % 4 === 0 ? 60 : 16.7)))
  expect(isBlurred()).toBe(true)
})

it('consecutive slow frames disable the blur, and measuring stops', () => {
  scrollFor(Array(8).fill(34))
  expect(isBlurred()).toBe(false)
  scroll()
  expect(frames).toEqual([])
})

it('a pause between two scrolls is not a slow frame', () => {
  for (let flick = 0; flick < 10; flick++) {
    scrollFor([16, 16])
    paint(150)
    paint(400)
    expect(frames).toEqual([])
  }
  expect(isBlurred()).toBe(true)
})

it('measuring stops when the list is unmounted', () => {
  scroll()
  end()
  expect(frames).toEqual([])
  scroll()
  expect(frames).toEqual([])
})
