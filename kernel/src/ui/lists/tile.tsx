import type { ReactNode } from 'react'
import { Icon, type IconName } from '../images/icon.js'
import { useMoreStyles } from '../styles/styles-more.js'

export interface TileProps {
  readonly icon: IconName
  /** One or two words. */
  readonly label: string
  readonly onClick: () => void
  readonly disabled?: boolean
}

/** Button for a main action, with an icon above its label. Item of {@link Tiles}. */
export function Tile({ icon, label, onClick, disabled }: TileProps): ReactNode {
  useMoreStyles()
  return (
    <button type="button" className="wm-tile" disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
}

export interface TilesProps {
  /** {@link Tile}s. */
  readonly children: ReactNode
  readonly label: string
}

/** Tiles in a row, with equal widths. A tile with a longer word is wider; tiles that do not fit move to another row. */
export function Tiles({ children, label }: TilesProps): ReactNode {
  useMoreStyles()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="wm-tiles" role="group" aria-label={label}>
      {children}
    </div>
  )
}
