// Runs in the page, before the site: reads what a visitor sees, including open shadow roots, in any browser.

/** A control, by its accessible name. */
export interface Target {
  /** Its name or a part of it. A control with exactly this name is preferred. */
  readonly name: string
  /** The custom element that contains it. */
  readonly within?: string
}

export interface Probe {
  /** Uncaught errors and policy violations since the tab was opened. */
  faults(): readonly string[]
  forgetFaults(): void
  /** Point at which a click hits the button, or a sentence that says why no click can hit it. */
  aim(target: Target): { readonly x: number; readonly y: number } | string
  /** Text of the open modal; empty while it is closed. */
  text(): string
  /** The focused element, and whether it is in the modal. */
  focus(): { readonly name: string; readonly inside: boolean }
  /** Dialog of the open modal. */
  dialog(): HTMLDialogElement | null
}

declare global {
  interface Window {
    probe: Probe
  }
}

const FAULTS = 'probe-faults'
const note = (text: string): void =>
  sessionStorage.setItem(FAULTS, JSON.stringify([...JSON.parse(sessionStorage.getItem(FAULTS) ?? '[]'), text]))

addEventListener('error', (event) => note(`error: ${event.message}`))
addEventListener('unhandledrejection', (event) => note(`rejection: ${String(event.reason)}`))
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber, sample }) =>
  note(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`),
)

function* everything(root: Document | ShadowRoot | Element): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element
    if (element.shadowRoot) yield* everything(element.shadowRoot)
  }
}

function atPoint(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y)
  while (found?.shadowRoot) {
    const within = found.shadowRoot.elementFromPoint(x, y)
    if (!within || within === found) break
    found = within
  }
  return found
}

const nameOf = (element: Element | null): string =>
  (element?.getAttribute('aria-label') ?? element?.textContent ?? '').replace(/\s+/g, ' ').trim()

const dialog = (): HTMLDialogElement | null => {
  for (const host of document.querySelectorAll('[data-wallet-modal]')) {
    const open = host.shadowRoot?.querySelector<HTMLDialogElement>('dialog[open]')
    if (open) return open
  }
  return null
}

window.probe = {
  faults: () => JSON.parse(sessionStorage.getItem(FAULTS) ?? '[]'),
  forgetFaults: () => sessionStorage.removeItem(FAULTS),
  dialog,
  // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
  text: () => dialog()?.innerText ?? '',
  aim({ name, within }) {
    const root = within ? document.querySelector(within)?.shadowRoot : document
    const found = [...(root ? everything(root) : [])].filter(
      (one) => one.matches('button') && nameOf(one).includes(name) && one.checkVisibility(),
    )
    const exact = found.filter((one) => nameOf(one) === name)
    const [element, other] = exact.length > 0 ? exact : found
    if (!element) return `No button is called "${name}".`
    if (other) return `Several are called "${name}": ${found.map(nameOf).join(' | ')}`
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = atPoint(x, y)
    return hit && (element === hit || element.contains(hit))
      ? { x, y }
      : `"${name}" is behind ${hit?.outerHTML.slice(0, 80)}`
  },
  focus() {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return { name: active?.id || nameOf(active), inside: dialog()?.contains(active) ?? false }
  },
}
