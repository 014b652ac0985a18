import type { ReactNode } from 'react'

export interface TextProps {
  readonly children: ReactNode
  /** `caption` 12 px, `body` 14 px (default), `strong` 16 px, `title` 22 px. */
  readonly size?: 'caption' | 'body' | 'strong' | 'title'
  readonly tone?: 'default' | 'muted' | 'danger' | 'success' | 'warning' | 'accent'
  readonly align?: 'start' | 'center'
}

/** A paragraph in one of the four sizes. */
export function Text({ children, size = 'body', tone = 'default', align = 'start' }: TextProps): ReactNode {
  return <p className={`wm-text wm-${size} wm-tone-${tone} wm-align-${align}`}>{children}</p>
}
