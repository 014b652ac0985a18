/** Time for which the window must have the focus, without a press, before Approve works. Longer than a double click. In milliseconds. */
export const SETTLE_MS = 1000

/** Watches whether the visitor has had time to see the window. */
export interface SettledWatch {
  isSettled(): boolean
  stop(): void
}

/**
 * Calls `change` with true once the window has had the focus for a second in which nothing was pressed, and with false when it loses the focus. A page
 * could otherwise let the visitor press repeatedly at one point of the screen, and open the window, or close another one in front of it, between two
 * presses.
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
    if (document.hasFocus()) timer = setTimeout(set, SETTLE_MS, true)
  }
  const onPress = (): void => {
    if (!isSettled) restart()
  }
  const stop = new AbortController()
  const { signal } = stop
  for (const name of ['focus', 'blur']) addEventListener(name, restart, { signal }) // not in the capture phase, which also gets the events of elements
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, onPress, { signal, capture: true })
  restart()
  return {
    isSettled: () => isSettled && document.hasFocus(),
    stop() {
      clearTimeout(timer)
      stop.abort()
    },
  }
}
