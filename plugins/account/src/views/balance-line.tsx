import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, Skeleton, Stack, Tag, Text, useValue } from '@wallet-modal/kernel/ui'
import { Amount, Fiat } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'

/** Balance in each state: the total value if known, and the native balance. An outdated balance is marked. An unknown balance is shown as a dash. */
export function BalanceLine({ model, ctx }: Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'>): ReactNode {
  const balance = useValue(model.balance)
  const totalUsd = useValue(model.totalUsd)
  const network = useValue(ctx.connections.active)?.network?.name
  const { t } = ctx
  switch (balance.status) {
    case 'none':
      return null
    case 'loading':
      return <Skeleton shape="text" rows={1} />
    case 'failed':
      return (
        <Stack gap={1} align="center">
          <Stack row gap={2} align="center">
            <Text tone="muted">— {t('balance.unknown')}</Text>
            <Button compact kind="quiet" icon={<Icon name="retry" size={16} />} onClick={() => model.refresh(true)}>
              {t('balance.retry')}
            </Button>
          </Stack>
          {network && (
            <Text size="caption" tone="muted" align="center">
              {t('balance.unknownText', { network })}
            </Text>
          )}
        </Stack>
      )
    default:
      return (
        <Stack gap={1} align="center">
          {totalUsd !== undefined && (
            <Text size="title" align="center">
              <Fiat value={totalUsd} />
            </Text>
          )}
          <Text {...(totalUsd === undefined ? { size: 'title' } : { tone: 'muted' })} align="center">
            <Amount value={balance.value} decimals={balance.decimals} symbol={balance.symbol} />
          </Text>
          {balance.status === 'stale' && <Tag tone="warning">{t('balance.stale')}</Tag>}
        </Stack>
      )
  }
}
