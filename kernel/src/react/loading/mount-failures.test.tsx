// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { createWalletModal, definePlugin, view, viewOf } from '../../index.js'
import { Broken, button, count, resetEachTest, setLoad, shadow, start } from './mount.test.fixtures.js'

resetEachTest()

describe('failures', () => {
  it('I1: a view that cannot be loaded displays an error, and Retry imports it again', async () => {
    setLoad(async () => {
      throw new Error('chunk is gone')
    })
    using modal = start()
    void modal.open({ view: Broken })
    await vi.waitFor(() => expect(shadow().textContent).toContain('This screen could not be loaded'))
    expect(modal.errors.value[0]?.code).toBe('VIEW_FAILED')
    expect(modal.errors.value[0]?.message).toContain('"@test/home"')
    expect(modal.errors.value[0]?.message).toContain('chunk is gone')
    setLoad(async () => ({ default: () => <p>mended</p> }))
    button('Try again').click()
    await vi.waitFor(() => expect(shadow().textContent).toContain('mended'))
  })

  it('I1: a view that never loads fails after 5 s', async () => {
    vi.useFakeTimers()
    try {
      setLoad(() => new Promise(() => {}))
      using modal = start()
      void modal.open({ view: Broken })
      await vi.advanceTimersByTimeAsync(4900)
      expect(shadow().querySelector('.wm-skeleton')).toBeTruthy()
      await vi.advanceTimersByTimeAsync(200)
      expect(modal.errors.value[0]?.message).toContain('took longer than 5 s')
      expect(shadow().textContent).toContain('This screen could not be loaded')
    } finally {
      vi.useRealTimers()
    }
  })

  it('a view whose model throws is not reported as a network error', async () => {
    const Bad = view('@test/bad#Bad')
    const bad = definePlugin({
      name: '@test/bad',
      kernel: '^0.1',
      ui: async () => ({
        ui: {
          views: [viewOf(Bad, () => 'never', {})],
          model: () => {
            throw new Error('a null was read')
          },
        },
      }),
      views: [Bad],
      setup: () => ({}),
    })
    using modal = createWalletModal({ plugins: [bad()], locale: 'en', prefetch: 'never', logLevel: 'silent' })
    void modal.open({ view: Bad })
    await vi.waitFor(() => expect(shadow().textContent).toContain('This screen stopped working'))
    expect(shadow().textContent).not.toContain('Check your connection')
  })

  it('I1: a nested view that throws while rendering does not affect the view around it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().querySelector('i')?.textContent).toBe('part 1'))
    count.value = 2
    await vi.waitFor(() => expect(shadow().querySelector('i')?.textContent).toBe('part 2'))
    count.value = 3
    await vi.waitFor(() => expect(shadow().textContent).toContain('This screen stopped working'))
    expect(shadow().textContent).not.toContain('could not be loaded')
    expect(shadow().textContent).toContain('Hello')
    expect(modal.errors.value[0]?.plugin).toBe('@test/part')
    count.value = 1
    button('Try again').click()
    await vi.waitFor(() => expect(shadow().querySelector('i')?.textContent).toBe('part 1'))
  })
})
