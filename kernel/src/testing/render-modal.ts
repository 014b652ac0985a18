import type { WalletModalConfig } from '../modal/config.js'
import { createWalletModal } from '../modal/modal.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import type { PluginInstance } from '../plugins/plugin.js'
import type { AnyView } from '../plugins/token.js'

export interface RenderedModal extends Disposable {
  readonly modal: WalletModal
  /** The dialog in the modal's shadow root. Throws if there is none. */
  dialog(): HTMLElement
  /** Text content of the dialog, with single spaces. */
  text(): string
  /** Clicks the button, link, tab or checkbox with this accessible name. If there is none, throws an error that contains the available names. */
  click(name: string | RegExp): void
  close(): boolean
  dispose(): void
}

interface RenderOptions extends Partial<Omit<WalletModalConfig, 'plugins'>> {
  /** View to open. Default: the default view for the current state. */
  readonly view?: AnyView
  readonly params?: unknown
}

const WAIT_MS = 3000
/** Longer than {@link WAIT_MS}, because the first view of a test run has to be compiled. */
const FIRST_WAIT_MS = 10_000
let count = 0

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()

const EVERY_MS = 10

/**
 * Calls `read` every 10 ms until it does not throw, and returns its result. Limits the number of calls instead of the time, so that a test does not
 * fail on a busy machine.
 */
export async function waitUntil<T>(read: () => T, waitMs = WAIT_MS): Promise<T> {
  for (let leftMs = waitMs; ; leftMs -= EVERY_MS) {
    try {
      return read()
    } catch (error) {
      if (leftMs <= 0) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/** Creates a modal with these plugins, opens it in the current page, and waits until its first view is rendered or the modal has closed. */
export async function renderModal(
  plugins: readonly PluginInstance[],
  { view, params, ...config }: RenderOptions = {},
): Promise<RenderedModal> {
  const id = config.id ?? `test-${++count}`
  const modal = createWalletModal({ prefetch: 'never', logLevel: 'silent', locale: 'en', ...config, id, plugins })
  const root = (): ShadowRoot => {
    const host = document.querySelector(`[data-wallet-modal="${id}"]`)
    if (host?.shadowRoot) return host.shadowRoot
    throw new Error('The modal is not in the page.')
  }
  const dialog = (): HTMLElement => {
    const found = root().querySelector('dialog, [role="dialog"]')
    if (found instanceof HTMLElement) return found
    throw new Error('The modal has no dialog.')
  }
  const rendered: RenderedModal = {
    modal,
    dialog,
    text: () => (dialog().textContent ?? '').replace(/\s+/g, ' ').trim(),
    click(name) {
      const controls = [
        ...dialog().querySelectorAll('button, a[href], [role="tab"], [role="button"], input[type="checkbox"]'),
      ]
      const found = controls.find((one) => (typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one))))
      if (!(found instanceof HTMLElement))
        throw new Error(`No control is named ${String(name)}. There are: ${controls.map(nameOf).join(', ')}.`)
      found.click()
    },
    close: () => modal.close(),
    dispose: () => modal.dispose(),
    [Symbol.dispose]: () => modal.dispose(),
  }
  const visit: Promise<unknown> = view ? modal.open({ view, params } as Parameters<typeof modal.open>[0]) : modal.open()
  const closed = visit.then(() => waitUntil(() => modal.isOpen.peek() && fail(), FIRST_WAIT_MS))
  try {
    await Promise.race([waitUntil(() => rendered.text() || fail(), FIRST_WAIT_MS), closed])
    return rendered
  } catch (error) {
    modal.dispose() // the next test may use the same id
    throw error
  }
}

const fail = (): never => {
  throw new Error('The modal has not rendered its view yet.')
}
