import type { ViewProps } from '@wallet-modal/kernel'
import { Checkbox, Icon, Link, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { ConnectModel } from '../model.js'

interface PageLinkProps {
  readonly url: string
  readonly children: ReactNode
}

/** Absolute URL of a page of this site, for a path or a URL of the site's origin. `null` for URLs of other sites. */
function ownPageOf(url: string): string | null {
  try {
    const { href, origin, protocol, username, password } = new URL(url, document.baseURI)
    // the origin alone does not suffice: in a sandboxed iframe it is "null", like the origin of a `javascript:` URL
    const isPage = /^https?:$/.test(protocol) && !username && !password
    return isPage && origin === location.origin ? href : null
  } catch {
    return null
  }
}

/** Link to a page of this site (also `http:`, for development), or to an `https:` page of another site. */
function PageLink({ url, children }: PageLinkProps): ReactNode {
  const ownPage = ownPageOf(url)
  if (ownPage === null) return <Link href={url}>{children}</Link>
  return (
    <a className="wm-link" href={ownPage} target="_blank" rel="noopener">
      {children}
      <Icon name="external" size={14} />
    </a>
  )
}

/** Links to the site's terms. With `legalCheckbox`, the label of the checkbox contains them. */
export default function LegalView({ model, ctx }: ViewProps<void, void, ConnectModel>): ReactNode {
  const agreed = useValue(model.agreed)
  const { termsUrl, privacyUrl } = model
  const links = (
    <>
      {termsUrl && <PageLink url={termsUrl}>{ctx.t('legal.terms')}</PageLink>}
      {termsUrl && privacyUrl && ` ${ctx.t('legal.and')} `}
      {privacyUrl && <PageLink url={privacyUrl}>{ctx.t('legal.privacy')}</PageLink>}
    </>
  )
  if (model.hasLegalLinks)
    return (
      <Text tone="muted" size="caption" align="center">
        {links}
      </Text>
    )
  return (
    <Checkbox checked={agreed} onChange={model.agree}>
      {ctx.t('legal.agree')} {links}
    </Checkbox>
  )
}
