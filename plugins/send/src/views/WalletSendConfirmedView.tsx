import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Stack, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SendModel } from '../model.js'
import { Outcome } from './Outcome.js'
import { TransactionCard } from './TransactionCard.js'

/** The transaction is with the network, and what becomes of it. */
export default function WalletSendConfirmedView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const followed = useValue(model.followed)
  const { t } = ctx
  if (!followed) return <EmptyState icon="send" title={t('confirmed.none')} text={t('preview.noneText')} />
  const { status } = followed
  return (
    <Stack gap={4}>
      <div role="status">
        <Outcome status={status === 'unknown' ? 'pending' : status} t={t} />
      </div>
      <TransactionCard followed={followed} ctx={ctx} />
      <Button kind="secondary" onClick={ctx.router.close}>
        {t('confirmed.done')}
      </Button>
    </Stack>
  )
}
