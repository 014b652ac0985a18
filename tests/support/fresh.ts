import { vi } from 'vitest'

const recordKey = Symbol.for('wallet-modal: listeners of this test file')

// test files in one worker share globals, so each file starts with the original globals, an empty page and empty storage
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  for (const root of [document.head, document.body]) root.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  const removals = recordListeners()
  for (const remove of removals.splice(0)) remove()
}

/** Functions that remove the listeners added to the window and the document since this list was last emptied. */
function recordListeners(): (() => void)[] {
  const existing: (() => void)[] | undefined = Reflect.get(globalThis, recordKey)
  if (existing) return existing
  const removals: (() => void)[] = []
  Reflect.set(globalThis, recordKey, removals)
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target)
    target.addEventListener = (type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) => {
      removals.push(() => target.removeEventListener(type, listener, options))
      add(type, listener, options)
    }
  }
  return removals
}
