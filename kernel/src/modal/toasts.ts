import { derived, type ReadonlySignal, signal } from '../signals.js'

export interface Toast {
  readonly key: number
  readonly kind: 'success' | 'error' | 'loading'
  readonly message: string
}

/** Short messages, one at a time. `success` and `error` are displayed for 5 s. */
export interface Toasts {
  success(message: string): void
  error(message: string): void
  /** Displayed until it is replaced or hidden. */
  loading(message: string): void
  hide(): void
}

export interface ToastControls extends Toasts {
  readonly current: ReadonlySignal<Toast | null>
}

/** Time for which a toast is displayed, in milliseconds. */
export const TOAST_MS = 5000
/** Pause between two toasts, in milliseconds. */
export const TOAST_REPLACE_MS = 150

/**
 * Displays one toast at a time. A new toast removes the displayed one at once, and appears {@link TOAST_REPLACE_MS} later. `hide` also cancels a
 * waiting toast.
 */
export function createToasts(abortSignal: AbortSignal): ToastControls {
  const current = signal<Toast | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReplacing = false
  let lastKey = 0

  const hide = (): void => {
    clearTimeout(timer)
    isReplacing = false
    current.value = null
  }
  const display = (kind: Toast['kind'], message: string): void => {
    isReplacing = false
    current.value = Object.freeze({ key: ++lastKey, kind, message: String(message) })
    if (kind !== 'loading') timer = setTimeout(hide, TOAST_MS)
  }
  const show =
    (kind: Toast['kind']) =>
    (message: string): void => {
      if (abortSignal.aborted) return
      const replaces = isReplacing || current.peek() !== null
      hide()
      isReplacing = replaces
      if (replaces) timer = setTimeout(() => display(kind, message), TOAST_REPLACE_MS)
      else display(kind, message)
    }
  abortSignal.addEventListener('abort', hide)
  return {
    current: derived(() => current.value),
    success: show('success'),
    error: show('error'),
    loading: show('loading'),
    hide,
  }
}
