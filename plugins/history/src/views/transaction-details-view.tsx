import type { HistoryEntry, ViewProps } from '@wallet-modal/kernel'
import { formatAmount, isSameAddress, transactionUrl } from '@wallet-modal/kernel/assets'
import { Button, EmptyState, Link, Name, Stack, Tag, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, CopyButton, Section } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useMemo } from 'react'
import type { HistoryModel } from '../model.js'
import type { EntryRow } from '../rows.js'
import { isLost, toStatusText, toTypeText } from '../wording.js'
import { DateText, useDates } from './dates.js'
import { useFreshHistory } from './states.js'
import { TransferAmount } from './transfer-amount.js'

type Props = ViewProps<{ readonly id: string }, void, HistoryModel>
type DetailsProps = Pick<Props, 'model' | 'ctx'> & { readonly row: EntryRow }

/** Details of one transaction: type, amounts, full addresses, network, time and status. */
export default function TransactionDetailsView({ params, model, ctx }: Props): ReactNode {
  const row = useValue(useMemo(() => model.find(params.id), [model, params.id]))
  useFreshHistory(model)
  const { t } = ctx
  if (!row) return <EmptyState icon="search" title={t('details.none')} text={t('details.noneText')} />
  const { entry, spamFlags } = row
  return (
    <Stack gap={3}>
      <Stack gap={1} align="center">
        <Text size="title" align="center">
          {toTypeText(entry, t)}
        </Text>
        <Outcome entry={entry} ctx={ctx} />
      </Stack>
      {spamFlags.map((spamFlag) => (
        <Text key={spamFlag} size="caption" tone="warning" align="center">
          {t(`warning.${spamFlag}`)}
        </Text>
      ))}
      {isLost(entry) && (
        <Text size="caption" tone="warning" align="center">
          {t(entry.hash === undefined ? 'warning.lost' : 'warning.unseen')}
        </Text>
      )}
      {entry.transfers.length > 0 && <Transfers row={row} model={model} ctx={ctx} />}
      <Facts row={row} model={model} ctx={ctx} />
      {isLost(entry) && (
        <Button
          kind="secondary"
          onClick={() => {
            model.dismiss(entry.id)
            ctx.router.back()
          }}
        >
          {t('details.dismiss')}
        </Button>
      )}
    </Stack>
  )
}

const tones = {
  confirmed: 'success',
  failed: 'danger',
  pending: 'accent',
  partlyFailed: 'danger',
  replaced: 'warning',
  unknown: 'warning',
} as const

function Outcome({ entry, ctx }: Pick<Props, 'ctx'> & { readonly entry: HistoryEntry }): ReactNode {
  return (
    <Text align="center">
      <Tag tone={tones[entry.status]}>{toStatusText(entry, ctx.t)}</Tag>
    </Text>
  )
}

function Transfers({ row, ctx: { t } }: DetailsProps): ReactNode {
  return (
    <Section raised>
      <Stack gap={1}>
        <Text size="caption" tone="muted">
          {t('details.moved')}
        </Text>
        {row.entry.transfers.map((transfer, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the transfers of a transaction keep their order
          <Text key={at} size="strong">
            <TransferAmount transfer={transfer} exact />
            {transfer.kind === 'nft' && (
              <>
                {' '}
                <Tag>{t('details.nft')}</Tag>
              </>
            )}
            {transfer.isSpam && (
              <>
                {' '}
                <Tag tone="warning">{t('details.spam')}</Tag>
              </>
            )}
          </Text>
        ))}
      </Stack>
    </Section>
  )
}

function Facts({ row, model, ctx }: DetailsProps): ReactNode {
  const { entry, spamFlags } = row
  const dates = useDates(ctx)
  const subject = useValue(model.subject)
  const { t } = ctx
  if (!subject) return null
  const { network } = subject
  const url = transactionUrl(network, entry.hash)
  const canCopy = spamFlags.length === 0
  const { decimals, symbol } = network.nativeCurrency
  return (
    <Section raised>
      <Stack gap={3}>
        {(['from', 'to'] as const).map((role) => {
          const address = entry[role]
          const copy = t(role === 'from' ? 'details.copyFrom' : 'details.copyTo')
          return (
            address !== undefined && (
              <Fact key={role} label={t(`details.${role}`)}>
                <Counterparty
                  address={address}
                  isOwn={isSameAddress(address, subject.active.account.address)}
                  copy={canCopy && copy}
                  ctx={ctx}
                />
              </Fact>
            )
          )
        })}
        <Fact label={t('details.network')}>
          <Name>{network.name}</Name>
        </Fact>
        {entry.at !== undefined && (
          <Fact label={t('details.date')}>
            <DateText at={entry.at}>{dates.full(entry.at)}</DateText>
          </Fact>
        )}
        {entry.fee !== undefined && (
          <Fact label={t('details.fee')}>
            <bdi dir="ltr">{`${formatAmount(entry.fee, decimals)} ${symbol}`}</bdi>
          </Fact>
        )}
        {entry.hash !== undefined && (
          <Fact label={t('details.hash')}>
            <Address>{entry.hash}</Address>
            {canCopy && <CopyButton showLabel value={entry.hash} label={t('details.copyHash')} />}
          </Fact>
        )}
        {url && <Link href={url}>{t('activity.explorer')}</Link>}
      </Stack>
    </Section>
  )
}

interface CounterpartyProps extends Pick<Props, 'ctx'> {
  readonly address: string
  readonly isOwn: boolean
  /** Label of the copy button; `false` if the address must not be copied. */
  readonly copy: string | false
}

function Counterparty({ address, isOwn, copy, ctx }: CounterpartyProps): ReactNode {
  if (isOwn) return <>{ctx.t('details.you')}</>
  if (copy === false)
    return (
      <div className="wm-uncopied">
        <Address>{address}</Address>
      </div>
    )
  return (
    <>
      <Address>{address}</Address>
      <CopyButton showLabel value={address} label={copy} />
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <Stack gap={1}>
      <Text size="caption" tone="muted">
        {label}
      </Text>
      <div>{children}</div>
    </Stack>
  )
}
