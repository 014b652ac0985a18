import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../styles/class-names.js'

export interface ButtonProps {
  readonly children: ReactNode
  readonly onClick: (event: MouseEvent) => void
  /** Default: `primary`. */
  readonly kind?: 'primary' | 'secondary' | 'quiet'
  /** Displayed before the text. */
  readonly icon?: ReactNode
  readonly disabled?: boolean
  /** Looks disabled and is announced as disabled, but keeps the focus and calls `onClick`, which may display the missing fields. */
  readonly inactive?: boolean
  /** Displays progress. Clicks have no effect then, and the button keeps the focus. */
  readonly loading?: boolean
  /** As wide as its text. Default: as wide as the card. */
  readonly compact?: boolean
}

export function Button({
  children,
  onClick,
  kind = 'primary',
  icon,
  disabled,
  inactive,
  loading,
  compact,
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classNames(
        'wm-button',
        `wm-${kind}`,
        compact && 'wm-compact',
        loading ? 'wm-loading' : inactive && 'wm-inactive',
      )}
      disabled={disabled}
      aria-disabled={loading || inactive || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
    >
      {loading ? <span className="wm-spinner" /> : icon}
      <span>{children}</span>
    </button>
  )
}
