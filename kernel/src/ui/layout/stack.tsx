import type { ReactNode } from 'react'

export interface StackProps {
  readonly children: ReactNode
  /** Gap in steps of 4 px. Default: 3. */
  readonly gap?: 1 | 2 | 3 | 4 | 6
  /** Arranges the children in a row, in which they share the width. */
  readonly row?: boolean
  readonly align?: 'stretch' | 'center'
}

/** Arranges its children in a column or row with equal gaps. */
export function Stack({ children, gap = 3, row = false, align = 'stretch' }: StackProps): ReactNode {
  return <div className={`wm-stack wm-gap-${gap} wm-items-${align}${row ? ' wm-row' : ''}`}>{children}</div>
}
