import { vi } from 'vitest'

// files of one worker share their globals: each begins with the real ones, an empty page and nothing stored
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  for (const root of [document.head, document.body]) root.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
}
