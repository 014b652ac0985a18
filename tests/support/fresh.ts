import { afterAll, vi } from 'vitest'

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
}

afterAll(async () => {
  // Vitest aborts imports that are running when a file ends, and the worker keeps their error: the next files could not load these modules
  await vi.dynamicImportSettled()
  if (typeof document === 'undefined') return
  const { releaseInstances } = await import('../../kernel/src/modal/instances.js')
  const ids = releaseInstances(document)
  if (ids.length > 0) throw new Error(`This file did not dispose of the modals with these ids: ${ids.join(', ')}.`)
})
