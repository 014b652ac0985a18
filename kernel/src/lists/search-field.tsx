import type { ReactNode } from 'react'
import { Input } from '../ui/controls/input.js'
import { Icon } from '../ui/images/icon.js'

export interface SearchFieldProps {
  /** Label of the search field. */
  readonly label: string
  readonly placeholder: string
  readonly value: string
  onChange(value: string): void
  /** Label of the button that clears the field. */
  readonly clearLabel: string
  /** Number of results: a {@link ResultCount}. Announced when the number changes. */
  readonly hint: ReactNode
  /** Content before the field. */
  readonly before?: ReactNode
  /** Content after the field, such as a filter. */
  readonly after?: ReactNode
  /** Results. */
  readonly children: ReactNode
}

const searchIcon = <Icon name="search" />

/** Search field that stays visible while the results scroll below it. With few results, the card keeps its height. */
export function SearchField({ before, after, children, ...field }: SearchFieldProps): ReactNode {
  return (
    <div className="wm-finder">
      <div className="wm-finder-top">
        {before}
        <Input {...field} type="search" hideLabel autoComplete="off" leading={searchIcon} />
        {after}
      </div>
      <div className="wm-finder-found">{children}</div>
    </div>
  )
}
