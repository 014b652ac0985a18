import type { ReactNode } from 'react'
import { Icon, type IconName } from '../images/icon.js'

export interface IconButtonProps {
  /** The accessible name. */
  readonly label: string
  readonly icon: IconName | (ReactNode & object)
  readonly onClick: () => void
  readonly disabled?: boolean
}

/** A button of 44 px that shows only a picture. */
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
