import type { ReactNode } from 'react'
import { useMoreStyles } from '../styles/styles-more.js'
import { Stack } from './stack.js'

export interface FooterProps {
  /** Status text above the actions. */
  readonly status?: ReactNode
  /** The view's main buttons, side by side. */
  readonly children: ReactNode
}

/**
 * Main buttons of a view. They stay visible at the lower edge of the card while the content above scrolls. Render it as the last child of the view's
 * outermost `Stack`.
 */
export function Footer({ status, children }: FooterProps): ReactNode {
  useMoreStyles()
  return (
    <div className="wm-footer">
      <Stack gap={3}>
        {status}
        <Stack row gap={2}>
          {children}
        </Stack>
      </Stack>
    </div>
  )
}
