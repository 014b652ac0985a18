import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Stack, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SendModel } from '../model.js'
import { Outcome } from './Outcome.js'
import { TransactionCard } from './TransactionCard.js'

/** B3: the answer got lost. There is no way to try again from here. */
export default function WalletSendUnknownView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const followed = useValue(model.followed)
  const { t } = ctx
  if (!followed) return <EmptyState icon="send" title={t('confirmed.none')} text={t('preview.noneText')} />
  const { status } = followed
  return (
    <Stack gap={4}>
      <div role="status">
        {status === 'pending' || status === 'unknown' ? (
          <EmptyState icon="warning" title={t('unknown.lead')} text={t('unknown.text')} />
        ) : (
          <Outcome status={status} t={t} note={t('unknown.settled')} />
        )}
      </div>
      <TransactionCard followed={followed} ctx={ctx} />
      <Button kind="secondary" onClick={ctx.router.close}>
        {t('confirmed.done')}
      </Button>
    </Stack>
  )
}
