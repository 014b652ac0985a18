import type { ReactNode } from 'react'

export interface FinderProps {
  /** The field to search with. */
  readonly search: ReactNode
  /** What was found. */
  readonly children: ReactNode
}

/** A field that stays in sight while what it finds scrolls below. The card keeps its height however little is found. */
export function Finder({ search, children }: FinderProps): ReactNode {
  return (
    <div className="wm-finder">
      <div className="wm-finder-top">{search}</div>
      <div className="wm-finder-found">{children}</div>
    </div>
  )
}
