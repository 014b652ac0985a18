import type { ReactNode } from 'react'
import { Input } from '../ui/controls/input.js'
import { Icon } from '../ui/images/icon.js'

export interface FinderProps {
  /** Names the field. */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  onChange(value: string): void
  /** Names the button that empties the field. */
  readonly clearLabel: string
  /** How much was found, as {@link FoundCount}; read out when it changes. */
  readonly hint: ReactNode
  /** What comes before the field. */
  readonly before?: ReactNode
  /** What comes after the field, such as a filter. */
  readonly after?: ReactNode
  /** What was found. */
  readonly children: ReactNode
}

const glass = <Icon name="search" />

/** A field that stays in sight while what it finds scrolls below. The card keeps its height however little is found. */
export function Finder({ before, after, children, ...field }: FinderProps): ReactNode {
  return (
    <div className="wm-finder">
      <div className="wm-finder-top">
        {before}
        <Input {...field} type="search" hideLabel autoComplete="off" leading={glass} />
        {after}
      </div>
      <div className="wm-finder-found">{children}</div>
    </div>
  )
}
