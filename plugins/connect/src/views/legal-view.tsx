import type { ViewProps } from '@wallet-modal/kernel'
import { Checkbox, Link, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { ConnectModel } from '../model.js'

/** Links to the site's terms; with `legalCheckbox`, the label of a checkbox that must be ticked before a connection is requested. */
export default function LegalView({ model, ctx }: ViewProps<void, void, ConnectModel>): ReactNode {
  const agreed = useValue(model.agreed)
  const { termsUrl, privacyUrl } = model
  const links = (
    <>
      {termsUrl && <Link href={termsUrl}>{ctx.t('legal.terms')}</Link>}
      {termsUrl && privacyUrl && ` ${ctx.t('legal.and')} `}
      {privacyUrl && <Link href={privacyUrl}>{ctx.t('legal.privacy')}</Link>}
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
