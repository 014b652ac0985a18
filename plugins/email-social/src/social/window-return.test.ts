// @vitest-environment happy-dom
import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForAnswer } from './wait-for-answer.js'
import { returnLogin, takeFragment } from './window-return.js'

const attempt = 'a'.repeat(64)
const fragment = `#wallet-modal-login&attempt=${attempt}&code=c1&provider=google`
const close = vi.fn()

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  vi.stubGlobal('close', close)
  close.mockClear()
  location.hash = fragment
})
afterEach(() => vi.unstubAllGlobals())

it('a login window gives its result to the page that has started the login, and closes', async () => {
  const answered = waitForAnswer(attempt, new AbortController().signal)
  expect(await returnLogin(takeFragment())).toBeUndefined()
  expect(await answered).toBe(fragment)
  expect(close).toHaveBeenCalledOnce()
})

it('if the page that has started the login is gone, the window stays open, and its URL does not keep the result', async () => {
  const returned = returnLogin(takeFragment())
  expect(location.hash).toBe('')
  expect(await returned).toEqual({ attempt, code: 'c1', provider: 'google' })
  expect(close).not.toHaveBeenCalled()
})

it('an invalid result does not close the page', async () => {
  expect(await returnLogin('#wallet-modal-login&attempt=1')).toBeUndefined()
  expect(close).not.toHaveBeenCalled()
})

it('the window of a cancelled login closes, and its result is ignored', async () => {
  const stop = new AbortController()
  const answered = waitForAnswer(attempt, stop.signal)
  stop.abort()
  expect(await answered).toBeUndefined()
  expect(await returnLogin(fragment)).toBeUndefined()
  expect(close).toHaveBeenCalledOnce()
})
