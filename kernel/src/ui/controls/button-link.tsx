import type { ReactNode } from 'react'
import { useMoreStyles } from '../styles/styles-more.js'
import { safeUrl } from './safe-url.js'

export interface ButtonLinkProps {
  readonly children: ReactNode
  /** An https address. Phones open the app that has registered it only where a real link is followed, which is why this is no button. */
  readonly href: string
  /** Drawn before the text. */
  readonly icon?: ReactNode
}

/** A link that looks like the primary button and leaves the site in a new tab. An address that may not be opened is not drawn. */
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
