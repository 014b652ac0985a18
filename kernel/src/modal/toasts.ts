import { derived, type ReadonlySignal, signal } from '../signals.js'

export interface Toast {
  readonly key: number
  readonly kind: 'success' | 'error' | 'loading'
  readonly message: string
}

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

export const TOAST_MS = 5000
export const TOAST_REPLACE_MS = 150

/** Displays one toast at a time: a new one waits {@link TOAST_REPLACE_MS} for the previous one to disappear; hiding cancels a waiting one. */
export function createToasts(abortSignal: AbortSignal): ToastControls {
  const current = signal<Toast | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeaving = false
  let shown = 0

  const hide = (): void => {
    clearTimeout(timer)
    isLeaving = false
    current.value = null
  }
  const put = (kind: Toast['kind'], message: string): void => {
    isLeaving = false
    current.value = Object.freeze({ key: ++shown, kind, message: String(message) })
    if (kind !== 'loading') timer = setTimeout(hide, TOAST_MS)
  }
  const show =
    (kind: Toast['kind']) =>
    (message: string): void => {
      if (abortSignal.aborted) return
      const replaces = isLeaving || current.peek() !== null
      hide()
      isLeaving = replaces
      if (replaces) timer = setTimeout(() => put(kind, message), TOAST_REPLACE_MS)
      else put(kind, message)
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
