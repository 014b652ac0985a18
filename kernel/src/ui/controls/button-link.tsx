import type { ReactNode } from 'react'
import { useMoreStyles } from '../styles/styles-more.js'
import { safeUrl } from './safe-url.js'

export interface ButtonLinkProps {
  readonly children: ReactNode
  /** An https URL. Phones open the app registered for it only from a link, so this is not a button. */
  readonly href: string
  /** Drawn before the text. */
  readonly icon?: ReactNode
}

/** A link that looks like the primary button and opens in a new tab. Renders nothing for a URL that is not allowed. */
export function ButtonLink({ children, href, icon }: ButtonLinkProps): ReactNode {
  useMoreStyles()
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
