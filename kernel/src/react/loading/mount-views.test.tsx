// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { button, context, dialog, guard, Next, resetEachTest, shadow, start } from './mount.test.fixtures.js'

resetEachTest()

describe('views', () => {
  it('a preloaded view is rendered at once', async () => {
    using modal = start()
    await modal.prefetch()
    void modal.open()
    await Promise.resolve()
    expect(shadow().querySelector('dialog')?.textContent).toContain('Hello')
    await vi.waitFor(() => expect(shadow().querySelector('.wm-skeleton')).toBeNull()) // the nested view `Part` was not preloaded
    modal.close()
    void modal.open()
    await Promise.resolve()
    expect(shadow().textContent).toContain('Hello')
  })

  it('the dialog has the name of the view, and a new name is announced', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(dialog().getAttribute('aria-label')).toBe('Home'))
    const status = (): string => shadow().querySelector('.wm-card > [role=status]')?.textContent ?? ''
    expect(status()).toBe('')
    void context.router.push(Next, { name: 'Ada' })
    await vi.waitFor(() => expect(dialog().getAttribute('aria-label')).toBe('Help'))
    await vi.waitFor(() => expect(status()).toBe('Help'))
    context.router.back()
    await vi.waitFor(() => expect(status()).toBe('Home'))
  })

  it('the promise of open() resolves with the result of the view', async () => {
    using modal = start()
    const answer = modal.open({ view: Next, params: { name: 'Ada' } })
    await vi.waitFor(() => button('Ada').click())
    expect(await answer).toBe('bye Ada')
    await vi.waitFor(() => expect(dialog().open).toBe(false))
  })

  it('the header displays the back button if there is a previous view, otherwise the start button', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(button('Help')).toBeTruthy())
    void context.router.push(Next, { name: 'Ada' })
    await vi.waitFor(() => button('Back').click())
    await vi.waitFor(() => expect(button('Help')).toBeTruthy())
  })

  it('the dialog follows the language and its writing direction', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(shadow().textContent).toContain('Hello'))
    expect(dialog().dir).toBe('ltr')
    modal.setLocale('ar')
    await vi.waitFor(() => expect(shadow().textContent).toContain('مرحبا'))
    await vi.waitFor(() => expect(button('إغلاق')).toBeTruthy())
    expect(dialog().dir).toBe('rtl')
    expect(dialog().lang).toBe('ar')
  })
})

describe('closing', () => {
  it('A5: a guard keeps the modal open', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    guard.value = false
    button('Close').click()
    expect(modal.close()).toBe(false)
    await Promise.resolve()
    expect(dialog().open).toBe(true)
    guard.value = true
    button('Close').click()
    await vi.waitFor(() => expect(dialog().open).toBe(false))
    await vi.waitFor(() => expect(shadow().querySelector('.wm-card')).toBeNull())
  })

  it('A5: a dialog that the browser closed is opened again if a guard refuses to close it', async () => {
    using modal = start()
    void modal.open()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    guard.value = false
    dialog().close()
    await vi.waitFor(() => expect(dialog().open).toBe(true))
    expect(modal.isOpen.value).toBe(true)
    guard.value = true
    dialog().close()
    await vi.waitFor(() => expect(modal.isOpen.value).toBe(false))
  })
})
