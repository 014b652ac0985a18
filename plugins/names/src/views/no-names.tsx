import type { ViewContext } from '@wallet-modal/kernel'
import { EmptyState } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'

interface NoNamesProps {
  readonly ctx: Pick<ViewContext, 't'>
  readonly isConnected: boolean
}

/** Message that no wallet is active, or that accounts on the active network cannot have a name. */
export const NoNames = ({ ctx: { t }, isConnected }: NoNamesProps): ReactNode =>
  isConnected ? (
    <EmptyState icon="network" title={t('choose.unsupported')} text={t('choose.unsupportedText')} />
  ) : (
    <EmptyState icon="wallet" title={t('choose.none')} text={t('choose.noneText')} />
  )
