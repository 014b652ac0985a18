import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useDeferredStyles } from '../styles/deferred-styles.js'
import { Stack } from './stack.js'

export interface FooterProps {
  /** Status text above the actions. */
  readonly status?: ReactNode
  /** The view's main buttons, side by side. */
  readonly children: ReactNode
}

/**
 * Main buttons of a view. They stay visible at the lower edge of the card while the content above scrolls. A view renders its `Footer` as the last
 * child of its outermost `Stack`.
 */
export function Footer({ status, children }: FooterProps): ReactNode {
  useDeferredStyles()
  const footer = useRef<HTMLDivElement>(null)
  // with the selector `:has(.wm-footer)`, browsers would recalculate styles at each change in any view
  useLayoutEffect(() => {
    const body = footer.current?.closest('.wm-body')
    body?.classList.add('wm-with-footer')
    return () => body?.classList.remove('wm-with-footer')
  }, [])
  return (
    <div className="wm-footer" ref={footer}>
      <Stack gap={3}>
        {status}
        <Stack row gap={2}>
          {children}
        </Stack>
      </Stack>
    </div>
  )
}
