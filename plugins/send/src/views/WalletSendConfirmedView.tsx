import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Icon, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SendModel } from '../model.js'
import { TransactionCard } from './TransactionCard.js'

/** The transaction is with the network, and what becomes of it. */
export default function WalletSendConfirmedView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const followed = useValue(model.followed)
  const { t } = ctx
  if (!followed) return <EmptyState icon="send" title={t('confirmed.none')} text={t('preview.noneText')} />
  const { status } = followed
  const state = status === 'unknown' ? 'pending' : status
  const isBad = state === 'failed' || state === 'replaced'
  return (
    <Stack gap={4}>
      <ProgressRing state={state === 'pending' ? 'busy' : isBad ? 'failed' : 'done'}>
        <Icon name={isBad ? 'warning' : state === 'confirmed' ? 'check' : 'send'} size={32} />
      </ProgressRing>
      <div role="status">
        <Text size="strong" align="center" tone={isBad ? 'danger' : 'default'}>
          {t(`confirmed.${state}`)}
        </Text>
      </div>
      <TransactionCard followed={followed} ctx={ctx} />
      <Button kind="secondary" onClick={ctx.router.close}>
        {t('confirmed.done')}
      </Button>
    </Stack>
  )
}
