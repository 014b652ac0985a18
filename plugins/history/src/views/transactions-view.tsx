import { ListHeading, LongList } from '@wallet-modal/kernel/lists'
import { Checkbox, ErrorState, Skeleton, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect, useMemo } from 'react'
import { DateText, useDates } from './dates.js'
import { EntryItem } from './entry-item.js'
import { EmptyList, ExplorerLink, type HistoryProps, LoadMoreButton, PartialNotice, useFreshHistory } from './states.js'

/** All transactions by month, loaded page by page. */
export default function TransactionsView({ model, ctx }: HistoryProps): ReactNode {
  const rows = useValue(model.rows)
  useFreshHistory(model)
  useEffect(() => model.enter(ctx.router.current.peek()?.key), [model, ctx])
  return (
    <Stack gap={2}>
      <PartialNotice model={model} ctx={ctx} />
      <HiddenEntriesCheckbox model={model} ctx={ctx} />
      {rows.length === 0 ? <EmptyList model={model} ctx={ctx} /> : <EntryList model={model} ctx={ctx} />}
    </Stack>
  )
}

function HiddenEntriesCheckbox({ model, ctx }: HistoryProps): ReactNode {
  const count = useValue(model.hiddenCount)
  const areVisible = useValue(model.hiddenEntriesVisible)
  if (count === 0) return null
  return (
    <Checkbox checked={areVisible} onChange={model.setHiddenEntriesVisible}>
      {ctx.t('activity.hidden', { count })}
    </Checkbox>
  )
}

function EntryList({ model, ctx }: HistoryProps): ReactNode {
  const rows = useValue(model.rows)
  const subject = useValue(model.subject)
  const isComplete = useValue(model.isComplete)
  const hiddenEntriesVisible = useValue(model.hiddenEntriesVisible)
  const position = useValue(model.position)
  const dates = useDates(ctx)
  const headings = useMemo(() => rows.flatMap(({ kind }, at) => (kind === 'heading' ? [at] : [])), [rows])
  const own = subject?.active.account.address ?? ''
  const row = (at: number): ReactNode => {
    const one = rows[at]
    if (one?.kind !== 'heading') return one && <EntryItem row={one} own={own} dates={dates} ctx={ctx} />
    const { at: when, about } = one
    const text = when === undefined ? ctx.t(`activity.${about}`) : <DateText at={when}>{dates.month(when)}</DateText>
    return <ListHeading>{text}</ListHeading>
  }
  return (
    <>
      <LongList
        key={`${subject?.key} ${hiddenEntriesVisible}`}
        label={ctx.t('activity.list')}
        count={rows.length}
        row={row}
        keyOf={(at) => `${rows[at]?.kind} ${rows[at]?.key}`}
        headings={headings}
        isComplete={isComplete}
        onNearEnd={model.loadMore}
        position={position}
      />
      <ListEnd model={model} ctx={ctx} />
    </>
  )
}

/** Content below the last row. */
function ListEnd({ model, ctx }: HistoryProps): ReactNode {
  const status = useValue(model.status)
  const searchedBlocks = useValue(model.searchedBlocks)
  const subject = useValue(model.subject)
  const { t } = ctx
  if (status === 'failed') return <ErrorState title={t('activity.failed')} onRetry={() => void model.retry()} />
  if (status === 'loading' || status === 'none') return <Skeleton rows={2} />
  if (status === 'unlisted')
    return (
      <Stack align="center">
        <Text size="caption" tone="muted" align="center">
          {t('activity.unlistedSent', { network: subject?.network.name ?? '' })}
        </Text>
        <ExplorerLink model={model} ctx={ctx} />
      </Stack>
    )
  if (searchedBlocks === undefined) return <LoadMoreButton model={model} ctx={ctx} />
  return (
    <Stack align="center">
      <Text size="caption" tone="muted" align="center">
        {t('activity.back', { blocks: searchedBlocks })}
      </Text>
      <LoadMoreButton model={model} ctx={ctx} />
      <ExplorerLink model={model} ctx={ctx} />
    </Stack>
  )
}
