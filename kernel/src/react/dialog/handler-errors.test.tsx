// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWalletModal, definePlugin, openingViews, view, viewOf, type WalletModal } from '../../index.js'
import { inlineUi } from '../../testing/inline-ui.js'

const Shown = view('@test/clicks#Shown')
const bare: unknown[] = []
const noteBare = (event: ErrorEvent): void => {
  if (!event.defaultPrevented) bare.push(event.error)
}

const clicks = definePlugin({
  name: '@test/clicks',
  kernel: '^0.1',
  ...inlineUi({
    views: [
      viewOf(
        Shown,
        () => (
          <button
            type="button"
            data-break
            onClick={() => {
              throw new Error('boom')
            }}
          >
            Break
          </button>
        ),
        { title: 'title' },
      ),
    ],
    strings: { en: async () => ({ title: 'Clicks' }) },
  }),
  setup: (ctx) => void ctx.add(openingViews, { view: Shown, when: () => true }),
})

let modal: WalletModal
const shadow = (): ShadowRoot | null | undefined => document.querySelector('[data-wallet-modal]')?.shadowRoot
const pressed = async (): Promise<HTMLElement> => {
  void modal.open()
  return vi.waitFor(
    () => shadow()?.querySelector<HTMLElement>('[data-break]') ?? expect.fail('the view is not there yet'),
  )
}

beforeEach(() => {
  bare.length = 0
  // like a browser: emits `error` on the window while the click is being dispatched
  vi.stubGlobal('reportError', (error: unknown) => dispatchEvent(new ErrorEvent('error', { error, cancelable: true })))
  modal = createWalletModal({ plugins: [clicks()], locale: 'en', prefetch: 'never', logLevel: 'silent' })
})
afterEach(() => {
  modal.dispose()
  removeEventListener('error', noteBare)
})

it('an error of a click handler is attributed to its plugin, and the visitor sees a toast', async () => {
  const button = await pressed()
  addEventListener('error', noteBare)
  button.click()
  await vi.waitFor(() => expect(shadow()?.textContent).toContain('Something went wrong. Try again.'))
  expect(modal.errors.peek()).toMatchObject([
    { code: 'ACTION_FAILED', plugin: '@test/clicks', message: expect.stringMatching(/@test\/clicks#Shown.*boom/) },
  ])
  expect(bare).toEqual([])
  expect(button.isConnected).toBe(true)
})

it("an error of the page's own listener for the same click is not handled", async () => {
  const own = (): void => {
    dispatchEvent(new ErrorEvent('error', { error: new Error('of the page'), cancelable: true }))
  }
  const button = await pressed()
  button.click()
  addEventListener('error', noteBare)
  document.addEventListener('click', own)
  button.click()
  document.removeEventListener('click', own)
  expect(bare).toMatchObject([{ message: 'of the page' }])
  await vi.waitFor(() => expect(modal.errors.peek()).toHaveLength(2))
})

it('errors are no longer handled after the modal is disposed', async () => {
  await pressed()
  modal.dispose()
  addEventListener('error', noteBare)
  dispatchEvent(new ErrorEvent('error', { error: new Error('later'), cancelable: true }))
  expect(bare).toHaveLength(1)
})
