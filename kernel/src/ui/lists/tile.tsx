import type { ReactNode } from 'react'
import { Icon, type IconName } from '../images/icon.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface TileProps {
  readonly icon: IconName
  /** One or two words. */
  readonly label: string
  readonly onClick: () => void
  readonly disabled?: boolean
}

/** Button for a main action, with an icon above its label. Item of {@link Tiles}. */
export function Tile({ icon, label, onClick, disabled }: TileProps): ReactNode {
  useDeferredStyles()
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

/** Tiles with equal widths; a tile with a long word is wider. Tiles that do not fit into the row wrap. */
export function Tiles({ children, label }: TilesProps): ReactNode {
  useDeferredStyles()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="wm-tiles" role="group" aria-label={label}>
      {children}
    </div>
  )
}
