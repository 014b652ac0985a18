import type { RouterControls } from '../../modal/router.js'

interface Watcher {
  oncancel: ((event: Event) => void) | null
  onclose: (() => void) | null
  destroy(): void
}

declare const CloseWatcher: (new () => Watcher) | undefined

/** Connects the system's back gesture to the router (CloseWatcher). Returns a function that stops it. No effect in browsers without support. */
export function watchBack(router: RouterControls): () => void {
  if (typeof CloseWatcher !== 'function') return () => {}
  let watcher: Watcher | undefined
  const watch = (): void => {
    watcher = new CloseWatcher()
    watcher.oncancel = (event) => {
      event.preventDefault()
      router.back()
    }
    // The browser allows one refusal per user gesture; a new watcher allows the next.
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
