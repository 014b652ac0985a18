import type { ReactNode } from 'react'
import { useDeferredStyles } from '../styles/deferred-styles.js'
import { safeUrl } from './safe-url.js'

export interface ButtonLinkProps {
  readonly children: ReactNode
  /** An `https:` URL. */
  readonly href: string
  /** Displayed before the text. */
  readonly icon?: ReactNode
}

/**
 * Link that looks like the primary button and opens a new tab. It is a link, because phones open registered apps only from links. Renders nothing for
 * a URL that is not allowed.
 */
export function ButtonLink({ children, href, icon }: ButtonLinkProps): ReactNode {
  useDeferredStyles()
  const url = safeUrl(href)
  return (
    url && (
      <a className="wm-button wm-primary wm-button-link" href={url} target="_blank" rel="noopener noreferrer">
        {icon}
        <span>{children}</span>
      </a>
    )
  )
}
