import type { ReactNode } from 'react'
import { useTexts } from './texts.js'

export interface SkeletonProps {
  /** How many rows hold the place. Default: 4. */
  readonly rows?: number
  /** `list`: rows of 56 px. `text`: short lines of the largest size, in the middle. */
  readonly shape?: 'list' | 'text'
}

/** Holds the place of what is still loading. It fades in late, so that a quick answer never flashes. */
export function Skeleton({ rows = 4, shape = 'list' }: SkeletonProps): ReactNode {
  const t = useTexts()
  return (
    <div className={`wm-skeleton wm-skeleton-${shape}`} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
        <span key={row} aria-hidden="true" />
      ))}
    </div>
  )
}
