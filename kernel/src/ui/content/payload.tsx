import type { ReactNode } from 'react'
import { useDeferredStyles } from '../styles/deferred-styles.js'

/** Unmodified text, such as a payload to be signed: nothing is shortened, long text scrolls. */
export function Payload({ children }: { readonly children: string }): ReactNode {
  useDeferredStyles()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <pre className="wm-payload" dir="auto" tabIndex={0}>
      {children}
    </pre>
  )
}
