/** Milliseconds of focus without a click or key press until Approve works. Longer than a double click. */
export const FOCUS_MS = 1000

export interface SettledWatch {
  isSettled(): boolean
  stop(): void
}

/**
 * Calls `change` with true once the window has had the focus for a second without a click or key press, and with false when the window loses the
 * focus. Without this delay, a page could make the visitor click repeatedly at one point of the screen, and bring the window to the front at that
 * point between two clicks: the second click would approve.
 */
export function watchSettled(change: (isSettled: boolean) => void): SettledWatch {
  let isSettled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (value: boolean): void => {
    isSettled = value
    change(value)
  }
  const restart = (): void => {
    clearTimeout(timer)
    if (isSettled) set(false)
    if (document.hasFocus()) timer = setTimeout(set, FOCUS_MS, true)
  }
  const onPress = (): void => {
    if (!isSettled) restart()
  }
  const listeners = new AbortController()
  const { signal } = listeners
  // without `capture`: listens to focus changes of the window, not of elements
  for (const name of ['focus', 'blur']) addEventListener(name, restart, { signal })
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, onPress, { signal, capture: true })
  restart()
  return {
    isSettled: () => isSettled && document.hasFocus(),
    stop() {
      clearTimeout(timer)
      listeners.abort()
    },
  }
}
