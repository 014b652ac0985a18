import type { ReactNode } from 'react'

export interface TagProps {
  readonly children: ReactNode
  readonly tone?: 'default' | 'accent' | 'success' | 'warning' | 'danger'
}

/** Short label beside other content. Its text must have the same meaning as its colour. */
export function Tag({ children, tone = 'default' }: TagProps): ReactNode {
  return <span className={`wm-tag wm-tone-${tone}`}>{children}</span>
}
