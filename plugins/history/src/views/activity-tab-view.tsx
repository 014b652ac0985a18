import { Icon, List, ListItem, Stack, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { Transactions } from '../contract.js'
import { useDates } from './dates.js'
import { EntryItem } from './entry-item.js'
import { EmptyList, type HistoryProps, PartialNotice, useFreshHistory } from './states.js'

/** Latest transactions, and a button that shows all. */
export default function ActivityTabView({ model, ctx }: HistoryProps): ReactNode {
  const subject = useValue(model.subject)
  const latest = useValue(model.latest)
  const hiddenCount = useValue(model.hiddenCount)
  const dates = useDates(ctx)
  useFreshHistory(model)
  const own = subject?.active.account.address ?? ''
  const rows =
    latest.length === 0 && hiddenCount === 0 ? (
      <EmptyList model={model} ctx={ctx} />
    ) : (
      <List label={ctx.t('activity.title')}>
        {latest.map((row) => (
          <EntryItem key={row.key} row={row} own={own} dates={dates} ctx={ctx} />
        ))}
        <ListItem
          label={ctx.t('activity.all')}
          leading={<Icon name="clock" />}
          trailing="chevron"
          onClick={() => void ctx.router.push(Transactions)}
        />
      </List>
    )
  return (
    <Stack gap={2}>
      <PartialNotice model={model} ctx={ctx} />
      {rows}
    </Stack>
  )
}
