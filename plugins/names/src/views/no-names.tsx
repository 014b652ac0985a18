import type { ViewContext } from '@wallet-modal/kernel'
import { EmptyState } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'

interface NoNamesProps {
  readonly ctx: Pick<ViewContext, 't'>
  readonly isConnected: boolean
}

/** Displayed while no wallet is active, and on networks without names. */
export const NoNames = ({ ctx: { t }, isConnected }: NoNamesProps): ReactNode =>
  isConnected ? (
    <EmptyState icon="network" title={t('choose.unsupported')} text={t('choose.unsupportedText')} />
  ) : (
    <EmptyState icon="wallet" title={t('choose.none')} text={t('choose.noneText')} />
  )
