import type { ReactNode } from 'react'

export interface TagProps {
  readonly children: ReactNode
  readonly tone?: 'default' | 'accent' | 'success' | 'warning' | 'danger'
}

/** A short word beside something. Never the only carrier of a meaning by its colour. */
export function Tag({ children, tone = 'default' }: TagProps): ReactNode {
  return <span className={`wm-tag wm-tone-${tone}`}>{children}</span>
}
