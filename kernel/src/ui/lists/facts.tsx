import type { ReactNode } from 'react'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface FactProps {
  /** Text, or a `Name` for foreign text. */
  readonly label: ReactNode
  readonly children: ReactNode
  /** Displays the value on its own line, for long values and values that visitors compare. */
  readonly long?: boolean
}

/** Label with its value, for use in {@link Facts}. */
export function Fact({ label, children, long = false }: FactProps): ReactNode {
  return (
    <div className={long ? 'wm-fact wm-fact-long' : 'wm-fact'}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** List of {@link Fact}s. */
export function Facts({ children }: { readonly children: ReactNode }): ReactNode {
  useDeferredStyles()
  return <dl className="wm-facts">{children}</dl>
}
