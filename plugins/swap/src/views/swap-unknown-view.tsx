import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Stack, useValue } from '@wallet-modal/kernel/ui'
import { TransactionOutcome } from '@wallet-modal/kernel/ui/transactions'
import type { ReactNode } from 'react'
import type { SwapModel } from '../model.js'

/** Transaction whose result is unknown, because the wallet's reply was lost. Offers no retry. */
export default function SwapUnknownView({ model, ctx }: ViewProps<void, void, SwapModel>): ReactNode {
  const lostTransaction = useValue(model.lostTransaction)
  const networks = useValue(ctx.networks)
  const { t } = ctx
  if (!lostTransaction) return <EmptyState icon="swap" title={t('preview.none')} text={t('preview.noneText')} />
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === lostTransaction.caipNetworkId)
  return (
    <Stack gap={4}>
      <TransactionOutcome sent={lostTransaction} status="unknown" network={network} isAnswerLost />
      <Button kind="secondary" onClick={ctx.router.close}>
        {t('unknown.done')}
      </Button>
    </Stack>
  )
}
