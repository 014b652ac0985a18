// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pollWhileVisible } from './poll-while-visible.js'

const POLL_MS = 30_000

describe('pollWhileVisible', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs immediately and repeatedly, and pauses while the page is hidden', async () => {
    let count = 0
    const stop = pollWhileVisible(async () => void count++, POLL_MS)
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(count).toBe(2)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(count).toBe(2)
    visibility.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(count).toBe(3)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(count).toBe(4)
    stop()
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(count).toBe(4)
    expect(vi.getTimerCount()).toBe(0)
  })
})
