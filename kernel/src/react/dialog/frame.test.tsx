// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { context, dialog, guard, Home, host, Next, shadow, start } from '../loading/mount.test.fixtures.js'

beforeEach(() => {
  guard.value = true
})

const drawn = (text: string) => vi.waitFor(() => expect(dialog().textContent).toContain(text))
const press = (key: string): boolean =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }))

it('M2: keys still work after the focused element was removed, which moves the focus to the body', async () => {
  using modal = start()
  void modal.open()
  await drawn('Hello')
  expect(press('PageDown')).toBe(false)
  guard.value = false
  expect(press('Escape')).toBe(false)
  expect(modal.isOpen.value).toBe(true)
  guard.value = true
  press('Escape')
  expect(modal.isOpen.value).toBe(false)
  expect(press('PageDown')).toBe(true)
})

it('M2: keys outside the dialog have no effect on the modal while it is closed or if they have another target', async () => {
  using modal = start()
  void modal.open()
  await drawn('Hello')
  const other = document.createElement('input')
  document.body.append(other)
  other.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  expect(modal.isOpen.value).toBe(true)
  other.remove()
  modal.close()
  expect(press('Escape')).toBe(true)
})

it('a modal that opens while the site empties the page is in the page before its dialog is displayed', async () => {
  using modal = start()
  void modal.open()
  await drawn('Hello')
  modal.close()
  await vi.waitFor(() => expect(dialog().textContent).not.toContain('Hello'))
  const root = shadow()
  const { showModal } = HTMLDialogElement.prototype
  const shown = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    if (!this.isConnected) throw new DOMException('The element is not in a document.', 'InvalidStateError')
    showModal.call(this)
  })
  void modal.open({ view: Home })
  document.body.replaceChildren()
  await vi.waitFor(() => expect(root.textContent).toContain('Hello'))
  expect(dialog().open).toBe(true)
  void context.router.push(Next, { name: 'next' })
  await drawn('next')
  shown.mockRestore()
})

it('M1: the modal is visible to screen readers if it is opened from a dialog of the site that hides the rest of the page', async () => {
  using modal = start()
  void modal.open()
  await drawn('Hello')
  modal.close()
  host().setAttribute('aria-hidden', 'true') // as component libraries do with all other children of the body
  void modal.open()
  await drawn('Hello')
  expect(host().getAttribute('aria-hidden')).toBeNull()
})
