import type { ViewProps } from '@wallet-modal/kernel'
import { Checkbox, Link, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { ConnectModel } from '../model.js'

/** Checkbox that must be ticked before a connection is requested. */
export default function LegalView({ model, ctx }: ViewProps<void, void, ConnectModel>): ReactNode {
  const agreed = useValue(model.agreed)
  const { termsUrl, privacyUrl } = model
  return (
    <Checkbox checked={agreed} onChange={model.agree}>
      {ctx.t('legal.agree')} {termsUrl && <Link href={termsUrl}>{ctx.t('legal.terms')}</Link>}
      {termsUrl && privacyUrl && ` ${ctx.t('legal.and')} `}
      {privacyUrl && <Link href={privacyUrl}>{ctx.t('legal.privacy')}</Link>}
    </Checkbox>
  )
}
