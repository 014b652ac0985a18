import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Stack, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SendModel } from '../model.js'
import { TransactionCard } from './TransactionCard.js'

/** B3: the answer got lost. There is no way to try again from here. */
export default function WalletSendUnknownView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const followed = useValue(model.followed)
  const { t } = ctx
  if (!followed) return <EmptyState icon="send" title={t('confirmed.none')} text={t('preview.noneText')} />
  const { status } = followed
  const isSettled = status !== 'pending' && status !== 'unknown'
  return (
    <Stack gap={4}>
      <div role="status">
        {isSettled ? (
          <EmptyState
            icon={status === 'confirmed' ? 'check' : 'warning'}
            title={t(`confirmed.${status}`)}
            text={t('unknown.settled')}
          />
        ) : (
          <EmptyState icon="warning" title={t('unknown.lead')} text={t('unknown.text')} />
        )}
      </div>
      <TransactionCard followed={followed} ctx={ctx} />
      <Button kind="secondary" onClick={ctx.router.close}>
        {t('confirmed.done')}
      </Button>
    </Stack>
  )
}
