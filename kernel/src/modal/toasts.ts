import { guarded } from '../errors/guard.js'
import { type ReadonlySignal, signal } from '../signals.js'

export interface Toast {
  readonly key: number
  readonly kind: 'success' | 'error' | 'loading'
  /** Returns the displayed text, an empty text if it is not loaded yet, or `undefined` if it cannot be read. Reads signals. */
  text(): string | undefined
}

/**
 * Text of a toast. Pass a function if the text comes from `ctx.t`: `ctx.toast.error(() => ctx.t('failed'))`. While the plugin's texts are not loaded,
 * such a function returns an empty text, and the toast is not displayed yet.
 */
export type ToastText = string | (() => string)

/** Short messages, one at a time. `success` and `error` are displayed for 5 s. */
export interface Toasts {
  success(message: ToastText): void
  error(message: ToastText): void
  /** Displayed until it is replaced or hidden. */
  loading(message: ToastText): void
  hide(): void
}

/**
 * Displays a toast. `failed`: called if the function `message` throws; the toast then has no text. `owner`: aborted when the plugin is disabled,
 * which hides its `loading` toast.
 */
type ShowToast = (message: ToastText | undefined, failed?: (error: unknown) => void, owner?: AbortSignal) => void

export interface ToastControls extends Record<Toast['kind'], ShowToast>, Pick<Toasts, 'hide'> {
  readonly current: ReadonlySignal<Toast | null>
  /**
   * Hides `current` after {@link TOAST_MS}, unless it is a `loading` toast. Called when the toast is rendered. Further calls for the same toast
   * change nothing.
   */
  startTimer(): void
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
  /** Runs until a displayed toast is hidden, or until a waiting toast is displayed. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastKey = 0
  /** Abort signal of the plugin that displays a `loading` toast. Hides the toast when the plugin is disabled. */
  let loadingOwner: AbortSignal | undefined

  const hide = (): void => {
    clearTimeout(timer)
    timer = undefined
    current.value = null
  }
  const display = (toast: Toast): void => {
    timer = undefined
    current.value = toast
  }
  const show =
    (kind: Toast['kind']) =>
    (message: ToastText | undefined, failed: (error: unknown) => void = () => {}, owner?: AbortSignal): void => {
      if (abortSignal.aborted) return
      loadingOwner?.removeEventListener('abort', hide)
      loadingOwner = kind === 'loading' ? owner : undefined
      loadingOwner?.addEventListener('abort', hide)
      const replaces = timer ?? current.peek()
      const text = guarded(() => String(typeof message === 'function' ? message() : (message ?? '')), failed)
      const toast = { key: ++lastKey, kind, text }
      hide()
      if (replaces) timer = setTimeout(display, TOAST_REPLACE_MS, toast)
      else display(toast)
    }
  abortSignal.addEventListener('abort', hide)
  return {
    current,
    startTimer() {
      const toast = current.peek()
      if (toast && toast.kind !== 'loading') timer ??= setTimeout(hide, TOAST_MS)
    },
    success: show('success'),
    error: show('error'),
    loading: show('loading'),
    hide,
  }
}
