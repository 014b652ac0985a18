import type { ReactNode } from 'react'
import { useMoreStyles } from '../styles/styles-more.js'

/** Text to the letter, such as what is about to be signed: nothing is cut, long ones scroll. */
export function Payload({ children }: { readonly children: string }): ReactNode {
  useMoreStyles()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <pre className="wm-payload" dir="auto" tabIndex={0}>
      {children}
    </pre>
  )
}
