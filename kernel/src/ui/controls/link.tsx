import type { ReactNode } from 'react'
import { Icon } from '../images/icon.js'
import { safeUrl } from './safe-url.js'

export interface LinkProps {
  readonly children: ReactNode
  readonly href: string
  /** App schemes that are allowed in addition to `https:`, such as `metamask:`. */
  readonly schemes?: readonly string[]
}

/** Link that opens in a new tab. A URL that is not allowed is displayed as text. */
export function Link({ children, href, schemes }: LinkProps): ReactNode {
  const url = safeUrl(href, schemes)
  if (!url) return <span>{children}</span>
  return (
    <a className="wm-link" href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" size={14} />
    </a>
  )
}
