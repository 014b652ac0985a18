import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.js'
import { useUi } from './ui-context.js'
import { useValue } from './use-value.js'

/** The toast of the moment. Both regions are always there, so that a screen reader notices what enters them. */
export function Toasts(): ReactNode {
  const toast = useValue(useUi().toasts.current)
  const drawn = toast && (
    <div key={toast.key} className={`wm-toast wm-toast-${toast.kind}`}>
      {toast.kind === 'loading' ? (
        <span className="wm-spinner" />
      ) : (
        <Icon name={toast.kind === 'error' ? 'warning' : 'check'} />
      )}
      <span dir="auto">{toast.message}</span>
    </div>
  )
  const isError = toast?.kind === 'error'
  return (
    <div className="wm-toasts">
      <div role="status">{!isError && drawn}</div>
      <div role="alert">{isError && drawn}</div>
    </div>
  )
}
