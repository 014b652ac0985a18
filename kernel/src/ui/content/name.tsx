import type { ReactNode } from 'react'

/** Foreign text, such as the name of a wallet or token: its writing direction does not affect the surrounding text. */
export function Name({ children }: { readonly children: string }): ReactNode {
  return <bdi className="wm-name">{children}</bdi>
}
