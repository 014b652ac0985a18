import type { HistoryEntry, HistoryTransfer, ViewContext } from '@wallet-modal/kernel'
import { shortenAddress } from '@wallet-modal/kernel/assets'
import { Icon, ListItem, Tag } from '@wallet-modal/kernel/ui'
import { TokenMark } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { TransactionDetails } from '../contract.js'
import type { EntryRow } from '../rows.js'
import { counterpartOf, isLost, toStatusText, toTypeText } from '../wording.js'
import { type Dates, DateText } from './dates.js'
import { TransferAmount } from './transfer-amount.js'

interface EntryItemProps {
  readonly row: EntryRow
  readonly own: string
  readonly dates: Dates
  readonly ctx: ViewContext
}

/** Row of one transaction. A click opens its details. */
export function EntryItem({ row, own, dates, ctx }: EntryItemProps): ReactNode {
  const { entry } = row
  const { t, router } = ctx
  const [first, ...others] = inOrder(entry.transfers)
  return (
    <ListItem
      label={
        <span className="wm-ends">
          <span>{isLost(entry) ? toStatusText(entry, t) : toTypeText(entry, t)}</span>
          {first && <TransferAmount transfer={first} />}
        </span>
      }
      description={
        <span className="wm-ends">
          <StartLine row={row} own={own} dates={dates} ctx={ctx} />
          <EndLine row={row} second={others[0]} more={others.length} dates={dates} ctx={ctx} />
        </span>
      }
      leading={<Picture row={row} />}
      onClick={() => void router.push(TransactionDetails, { id: row.key })}
    />
  )
}

/** Outgoing transfers first, as on a receipt. */
const inOrder = (transfers: readonly HistoryTransfer[]): readonly HistoryTransfer[] => [
  ...transfers.filter(({ direction }) => direction === 'out'),
  ...transfers.filter(({ direction }) => direction !== 'out'),
]

function Day({ entry: { at }, dates }: { readonly entry: HistoryEntry; readonly dates: Dates }): ReactNode {
  return at !== undefined && <DateText at={at}>{dates.day(at)}</DateText>
}

/** Whether the date is shown below the amount, because neither a status tag nor a second amount needs that space. */
const isDated = ({ status, transfers }: HistoryEntry): boolean => !TAGGED.has(status) && transfers.length < 2
const hasFailed = ({ status }: HistoryEntry): boolean => status === 'failed' || status === 'partlyFailed'
const TAGGED: ReadonlySet<HistoryEntry['status']> = new Set(['failed', 'partlyFailed', 'replaced', 'pending'])

/**
 * Second line on the leading side of the row: the counterparty, and the date if {@link EndLine} does not show it. A suspicious entry shows its
 * warning and no address.
 */
function StartLine({ row: { entry, spamFlags }, own, dates, ctx: { t } }: EntryItemProps): ReactNode {
  const [spamFlag] = spamFlags
  const other = counterpartOf(entry, own)
  const counterpartyText = other && t(`entry.${other.role}`, { address: isolate(shortenAddress(other.address)) })
  if (spamFlag) return <span>{t(`spamFlag.${spamFlag}`)}</span>
  const hasDate = entry.at !== undefined
  // two amounts leave no room for an address
  const showsCounterpart = !hasDate || entry.transfers.length < 2
  const showsDay = hasDate && !isDated(entry)
  return (
    <span>
      {showsCounterpart && counterpartyText}
      {showsCounterpart && counterpartyText && showsDay && ' · '}
      {showsDay && <Day entry={entry} dates={dates} />}
    </span>
  )
}

/** Isolates an address as left-to-right text (Unicode LRI and PDI), also inside right-to-left sentences. */
const isolate = (text: string): string => `\u2066${text}\u2069`

/**
 * Second line on the trailing side of the row. A transaction that failed, was replaced or is pending has a tag. Other transactions have their second
 * amount, or the number of further amounts if there are more than two. Without a second amount, shows the date.
 */
function EndLine({
  row: { entry },
  second,
  more,
  dates,
  ctx: { t },
}: Omit<EntryItemProps, 'own'> & {
  readonly second: HistoryTransfer | undefined
  readonly more: number
}): ReactNode {
  const { status } = entry
  if (hasFailed(entry)) return <Tag tone="danger">{t(`status.${status}`)}</Tag>
  if (status === 'replaced') return <Tag tone="warning">{t('short.replaced')}</Tag>
  if (status === 'pending') return <Tag tone="accent">{t('status.pending')}</Tag>
  if (more > 1) return <span className="wm-caption wm-muted">{t('entry.several', { count: more })}</span>
  if (second) return <TransferAmount transfer={second} />
  return (
    <span className="wm-caption wm-muted">
      <Day entry={entry} dates={dates} />
    </span>
  )
}

function Picture({ row: { entry, spamFlags } }: Pick<EntryItemProps, 'row'>): ReactNode {
  const [first] = inOrder(entry.transfers)
  if (spamFlags.length > 0) return <Icon name="warning" />
  if (!first) return <Icon name={hasFailed(entry) ? 'close' : 'check'} />
  const { imageUrl, ...token } = first
  return <TokenMark token={{ ...token, ...(imageUrl && { iconUrl: imageUrl }) }} size={40} lazy />
}
