import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Icon, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
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
      <EmptyState icon="warning" title={t('unknown.lead')} text={t('unknown.text')} />
      {isSettled && (
        <div role="status">
          <Text size="strong" align="center">
            <Icon name={status === 'confirmed' ? 'check' : 'warning'} size={16} /> {t(`confirmed.${status}`)}
          </Text>
        </div>
      )}
      <TransactionCard followed={followed} ctx={ctx} />
      <Button kind="secondary" onClick={ctx.router.close}>
        {t('confirmed.done')}
      </Button>
    </Stack>
  )
}
