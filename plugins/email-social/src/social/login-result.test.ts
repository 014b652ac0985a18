// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetLoginResult, LOGIN_LIFETIME_MS, readLoginResult } from './login-result.js'
import { takeFragment } from './window-return.js'

const fragment = `#wallet-modal-login&attempt=${'a'.repeat(64)}&code=c1&provider=google`

/** Sets the URL of this page. */
const open = (url: string): void => Reflect.get(window, 'happyDOM').setURL(url)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetLoginResult()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  ['a plugin', readLoginResult],
  ['a login window', takeFragment],
])('%s removes the result from a URL whose path starts with two slashes', (_, read) => {
  open(`https://shop.example//cart?id=1${fragment}`)
  expect(read()).toBe(fragment)
  expect(location.href).toBe('https://shop.example//cart?id=1')
})

it('returns the result if the browser refuses to change the URL', () => {
  open(`https://shop.example/cart${fragment}`)
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('too many calls', 'SecurityError')
  })
  expect(readLoginResult()).toBe(fragment)
})

it('a result that no modal uses is forgotten after ten minutes', () => {
  open(`https://shop.example/cart${fragment}`)
  readLoginResult()
  vi.advanceTimersByTime(LOGIN_LIFETIME_MS - 1)
  expect(readLoginResult()).toBe(fragment)
  vi.advanceTimersByTime(1)
  expect(readLoginResult()).toBeUndefined()
})
