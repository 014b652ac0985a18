import { type ReactNode, useId } from 'react'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface SectionProps {
  readonly children: ReactNode
  readonly title?: string
  /** Displays the section on a subtle background. */
  readonly raised?: boolean
}

/** Group within a view, with an optional title. */
export function Section({ children, title, raised = false }: SectionProps): ReactNode {
  useDeferredStyles()
  const id = useId()
  return (
    <section className={raised ? 'wm-section wm-raised' : 'wm-section'} aria-labelledby={title ? id : undefined}>
      {title && (
        <h2 id={id} className="wm-section-title">
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
