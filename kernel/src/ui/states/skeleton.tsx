import type { ReactNode } from 'react'
import { useTexts } from '../texts.js'

export interface SkeletonProps {
  /** Number of placeholder rows. Default: 4. */
  readonly rows?: number
  /** `list`: rows of 56 px. `text`: short, centred lines in the largest text size. */
  readonly shape?: 'list' | 'text'
}

/** Placeholder for content that is loading. It fades in after a delay, so that it does not flash if loading is quick. */
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
