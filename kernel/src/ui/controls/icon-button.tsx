import type { ReactNode } from 'react'
import { Icon, type IconName } from '../images/icon.js'

export interface IconButtonProps {
  /** Accessible name. */
  readonly label: string
  readonly icon: IconName | (ReactNode & object)
  readonly onClick: () => void
  readonly disabled?: boolean
}

/** Button of 44 px with an icon only. */
export function IconButton({ label, icon, onClick, disabled }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="wm-icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
    </button>
  )
}
