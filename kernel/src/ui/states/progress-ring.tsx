import type { ReactNode } from 'react'

export interface ProgressRingProps {
  /** {@link Mark} of 72 px. */
  readonly children: ReactNode
  /** Default: `busy`. Display a text with the same meaning below. */
  readonly state?: 'busy' | 'done' | 'failed' | 'idle'
}

/** Line around a logo of 72 px, animated while the wallet waits for the visitor. */
export function ProgressRing({ children, state = 'busy' }: ProgressRingProps): ReactNode {
  return (
    <div className={`wm-ring wm-ring-${state}`}>
      {children}
      <svg width="92" height="92" viewBox="0 0 92 92" aria-hidden="true">
        <rect x="2" y="2" width="88" height="88" rx="26" />
        <rect x="2" y="2" width="88" height="88" rx="26" pathLength="100" className="wm-ring-line" />
      </svg>
    </div>
  )
}
