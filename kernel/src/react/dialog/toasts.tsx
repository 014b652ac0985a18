import { type ReactNode, useEffect } from 'react'
import { Icon } from '../../ui/images/icon.js'
import { useTracked } from '../hooks/use-value.js'
import { useUi } from './ui-context.js'

/**
 * Displays the current toast: inside the dialog while the modal is open, outside of the dialog while it is closed. A click hides the toast, because
 * the toast may cover the header on a small screen. The live regions always exist, so that screen readers announce new content.
 */
export function Toasts({ inDialog }: { readonly inDialog: boolean }): ReactNode {
  const { toasts, router } = useUi()
  const toast = useTracked(() => (inDialog === (router.current.value !== null) ? toasts.current.value : null))
  const text = useTracked(() => toast?.text())
  useEffect(() => {
    if (text) toasts.startTimer()
  })
  const element = toast && text && (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click only reveals the content below the toast
    <div key={toast.key} className={`wm-toast wm-toast-${toast.kind}`} onClick={toasts.hide}>
      {toast.kind === 'loading' ? (
        <span className="wm-spinner" />
      ) : (
        <Icon name={toast.kind === 'error' ? 'warning' : 'check'} />
      )}
      <span dir="auto">{text}</span>
    </div>
  )
  const isError = toast?.kind === 'error'
  return (
    <div className="wm-toasts">
      <div role="status">{!isError && element}</div>
      <div role="alert">{isError && element}</div>
    </div>
  )
}
