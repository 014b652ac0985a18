import type { ReactNode } from 'react'

/** Text that somebody else wrote, such as a wallet's or token's name: its writing direction does not spill into ours. */
export function Name({ children }: { readonly children: string }): ReactNode {
  return <bdi className="wm-name">{children}</bdi>
}
