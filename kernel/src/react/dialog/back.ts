import type { RouterControls } from '../../modal/router.js'

interface Watcher {
  oncancel: ((event: Event) => void) | null
  onclose: (() => void) | null
  destroy(): void
}

declare const CloseWatcher: (new () => Watcher) | undefined

/** The system's own way back, such as a gesture, leads through the router. Returns a function that stops. Browsers without it have none. */
export function watchBack(router: RouterControls): () => void {
  if (typeof CloseWatcher !== 'function') return () => {}
  let watcher: Watcher | undefined
  const watch = (): void => {
    watcher = new CloseWatcher()
    watcher.oncancel = (event) => {
      event.preventDefault()
      router.back()
    }
    // The browser lets a page refuse only once per gesture of the visitor; a new watcher goes on refusing.
    watcher.onclose = () => {
      watcher = undefined
      router.back()
      if (router.current.peek()) watch()
    }
  }
  watch()
  return () => {
    const last = watcher
    watcher = undefined
    last?.destroy()
  }
}
