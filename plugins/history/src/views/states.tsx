import type { ViewProps } from '@wallet-modal/kernel'
import { accountUrl } from '@wallet-modal/kernel/assets'
import {
  Button,
  EmptyState,
  ErrorState,
  Icon,
  Link,
  Skeleton,
  Stack,
  Tag,
  Text,
  useValue,
} from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect } from 'react'
import type { HistoryModel } from '../model.js'

export type HistoryProps = Pick<ViewProps<void, void, HistoryModel>, 'model' | 'ctx'>

/** Loads the newest page on mount, and when the active account or network changes. */
export function useFreshHistory(model: HistoryModel): void {
  const key = useValue(model.subject)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the account or network changes
  useEffect(() => void model.loadIfStale(), [model, key])
}

/** Placeholder of an empty list. */
export function EmptyList({ model, ctx }: HistoryProps): ReactNode {
  const subject = useValue(model.subject)
  const status = useValue(model.status)
  const hidden = useValue(model.hiddenCount)
  const searchedBlocks = useValue(model.searchedBlocks)
  const isComplete = useValue(model.isComplete)
  const active = useValue(ctx.connections.active)
  const { t } = ctx
  if (!active)
    return <EmptyState icon="wallet" title={t('activity.disconnected')} text={t('activity.disconnectedText')} />
  if (!subject) return <EmptyState icon="network" title={t('activity.noNetwork')} />
  const network = subject.network.name
  if (status === 'failed') {
    const text = t('activity.failedText', { network })
    return <ErrorState title={t('activity.failed')} text={text} onRetry={() => void model.retry()} />
  }
  if (status === 'none' || status === 'loading') return <Skeleton rows={7} />
  if (status === 'unlisted')
    return (
      <EmptyState icon="clock" title={t('activity.unlisted')} text={t('activity.unlistedText', { network })}>
        <ExplorerLink model={model} ctx={ctx} />
      </EmptyState>
    )
  if (searchedBlocks !== undefined && hidden === 0)
    return (
      <EmptyState
        icon="clock"
        title={t('activity.noneBack')}
        text={t('activity.noneBackText', { network, blocks: searchedBlocks })}
      >
        <LoadMoreButton model={model} ctx={ctx} />
        <ExplorerLink model={model} ctx={ctx} />
      </EmptyState>
    )
  const isHidden = hidden > 0
  const title = !isComplete ? 'activity.noneBack' : isHidden ? 'activity.allHidden' : 'activity.none'
  return (
    <EmptyState
      icon="clock"
      title={t(title)}
      text={t(isHidden ? 'activity.hiddenHint' : 'activity.noneText', { network })}
    >
      <LoadMoreButton model={model} ctx={ctx} />
    </EmptyState>
  )
}

/** Message with the failed sources and a retry button, while the status is `partial`. */
export function PartialNotice({ model, ctx }: HistoryProps): ReactNode {
  const failedSources = useValue(model.failedSources)
  const { t } = ctx
  if (failedSources.length === 0) return null
  return (
    <Stack gap={1} align="center">
      <Stack row gap={2} align="center">
        <Tag tone="warning">{t('activity.partial')}</Tag>
        <Button compact kind="quiet" icon={<Icon name="retry" size={16} />} onClick={() => void model.retry()}>
          {t('activity.again')}
        </Button>
      </Stack>
      <Text size="caption" tone="muted" align="center">
        {t('activity.partialText', { sources: failedSources.join(', ') })}
      </Text>
    </Stack>
  )
}

/** Button that loads older entries, if there are any. */
export function LoadMoreButton({ model, ctx }: HistoryProps): ReactNode {
  if (!useValue(model.hasMore)) return null
  return (
    <Button kind="quiet" compact onClick={() => void model.loadMore()}>
      {ctx.t('activity.more')}
    </Button>
  )
}

/** Link to the account's page in the block explorer of the network, if the network has an explorer. */
export function ExplorerLink({ model, ctx }: HistoryProps): ReactNode {
  const subject = useValue(model.subject)
  const url = subject && accountUrl(subject.network, subject.active.account.address)
  return url ? <Link href={url}>{ctx.t('activity.explorer')}</Link> : null
}
