import type { RouterControls } from '../../modal/router.js'

interface Watcher {
  oncancel: ((event: Event) => void) | null
  onclose: (() => void) | null
  destroy(): void
}

declare const CloseWatcher: (new () => Watcher) | undefined

/** Navigates back on the system's back gesture (CloseWatcher). Returns a function that stops watching. No effect in browsers without CloseWatcher. */
export function watchBack(router: RouterControls): () => void {
  if (typeof CloseWatcher !== 'function') return () => {}
  let watcher: Watcher | undefined
  const watch = (): void => {
    watcher = new CloseWatcher()
    watcher.oncancel = (event) => {
      event.preventDefault()
      router.back()
    }
    // the browser lets a watcher refuse one close request per user gesture and closes it at the next request: a new watcher replaces it
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
