import type { ReactNode } from 'react'
import { useMoreStyles } from '../styles/styles-more.js'

export interface FactProps {
  /** A text, or a `Name` for text that somebody else wrote. */
  readonly label: ReactNode
  readonly children: ReactNode
  /** On a line of its own, for what is compared by eye or long. */
  readonly long?: boolean
}

/** What something is called and what it is. Stands in {@link Facts}. */
export function Fact({ label, children, long = false }: FactProps): ReactNode {
  return (
    <div className={long ? 'wm-fact wm-fact-long' : 'wm-fact'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** {@link Fact}s below each other. */
export function Facts({ children }: { readonly children: ReactNode }): ReactNode {
  useMoreStyles()
  return <dl className="wm-facts">{children}</dl>
}
