import { computed, type TokenBalance, type ViewProps } from '@wallet-modal/kernel'
import { LongList, ResultCount, SearchField } from '@wallet-modal/kernel/lists'
import { Button, EmptyState, ErrorState, Icon, Skeleton, Stack, Tag, Text, useValue } from '@wallet-modal/kernel/ui'
import { Fiat, Section } from '@wallet-modal/kernel/ui/deferred'
import { memo, type ReactNode, useEffect, useMemo } from 'react'
import { Tokens } from '../contract.js'
import type { BalancesModel } from '../model.js'
import { TokenRow } from './token-row.js'

type Props = Pick<ViewProps<void, void, BalancesModel>, 'model' | 'ctx'>

/** Tokens of the account, sorted by value. Suspicious tokens come last and are collapsed. */
export default function TokensView({ model, ctx }: Props): ReactNode {
  const active = useValue(ctx.connections.active)
  const { status, tokens, failedSource } = useValue(model.holdings)
  const isSearchable = useValue(model.isSearchable)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the account or network changes
  useEffect(() => void model.refresh(), [model, active])
  const { t } = ctx
  if (!active) return <EmptyState icon="wallet" title={t('tokens.none')} text={t('tokens.noneText')} />
  if (!active.network) return <EmptyState icon="network" title={t('tokens.noNetwork')} />
  const network = active.network.name
  if (status === 'failed') {
    const retry = (): void => void model.refresh({ force: true })
    const text = t(failedSource ? `tokens.unread.${failedSource}` : 'tokens.failedText', { network })
    return <ErrorState title={t('tokens.failed')} text={text} onRetry={retry} />
  }
  if (status === 'none' || status === 'loading') return <Skeleton rows={4} />
  if (tokens.length === 0)
    return <EmptyState icon="receive" title={t('tokens.empty')} text={t('tokens.emptyText', { network })} />
  return (
    <Stack gap={3}>
      <Summary model={model} ctx={ctx} />
      {isSearchable ? <Search model={model} ctx={ctx} /> : <FilteredTokens model={model} ctx={ctx} />}
      {tokens.every(({ amount }) => amount === 0n) && (
        <Text size="caption" tone="muted" align="center">
          {t('tokens.emptyText', { network })}
        </Text>
      )}
    </Stack>
  )
}

/** Total value (omitted in the Account view, which shows it), and a message if the balances are outdated. */
function Summary({ model, ctx }: Props): ReactNode {
  const { status, totalUsd } = useValue(model.holdings)
  const route = useValue(ctx.router.current)
  const { t } = ctx
  return (
    <>
      {route?.view.name === Tokens.name && (
        <Stack gap={1} align="center">
          <Text size="caption" tone="muted">
            {t('tokens.total')}
          </Text>
          <Text size="title" align="center">
            <Fiat value={totalUsd} />
          </Text>
        </Stack>
      )}
      {status === 'stale' && <Stale model={model} ctx={ctx} />}
    </>
  )
}

/** Message that balances are outdated or that a source did not reply, with a retry button. */
function Stale({ model, ctx }: Props): ReactNode {
  const { failedSource } = useValue(model.holdings)
  const active = useValue(ctx.connections.active)
  const network = active?.network?.name ?? ''
  const { t } = ctx
  return (
    <Stack gap={1} align="center">
      <Stack row gap={2} align="center">
        <Tag tone="warning">{t('tokens.stale')}</Tag>
        <Button
          compact
          kind="quiet"
          icon={<Icon name="retry" size={16} />}
          onClick={() => void model.refresh({ force: true })}
        >
          {t('tokens.refresh')}
        </Button>
      </Stack>
      {failedSource && (
        <Text size="caption" tone="muted" align="center">
          {t(`tokens.unread.${failedSource}`, { network })}
        </Text>
      )}
    </Stack>
  )
}

function Search({ model, ctx }: Props): ReactNode {
  const query = useValue(model.query)
  const count = useValue(model.unflagged).length + useValue(model.flagged).length
  const { t } = ctx
  const label = t('tokens.search')
  return (
    <SearchField
      label={label}
      placeholder={label}
      value={query}
      onChange={model.search}
      clearLabel={t('tokens.clear')}
      hint={<ResultCount t={t} text="tokens.count" count={count} />}
    >
      <FilteredTokens model={model} ctx={ctx} />
    </SearchField>
  )
}

function FilteredTokens({ model, ctx }: Props): ReactNode {
  return <Results unflagged={useValue(model.unflagged)} flagged={useValue(model.flagged)} model={model} ctx={ctx} />
}

interface ResultsProps extends Props {
  readonly unflagged: readonly TokenBalance[]
  readonly flagged: readonly TokenBalance[]
}

/** Re-renders the calling component when the language changes. Needed in memoized components, whose props do not change with the language. */
function useLanguage({ t }: Pick<Props['ctx'], 't'>): void {
  useValue(useMemo(() => computed(() => t('tokens.list')), [t]))
}

const Results = memo(function Results({ unflagged, flagged, model, ctx }: ResultsProps): ReactNode {
  useLanguage(ctx)
  const { t } = ctx
  if (unflagged.length + flagged.length === 0)
    return <EmptyState icon="search" title={t('tokens.notFound')} text={t('tokens.notFoundText')} />
  return (
    <Stack gap={3}>
      {unflagged.length > 0 && <TokenRows label={t('tokens.list')} tokens={unflagged} ctx={ctx} />}
      {flagged.length > 0 && <Flagged flagged={flagged} model={model} ctx={ctx} />}
    </Stack>
  )
})

interface TokenRowsProps extends Pick<Props, 'ctx'> {
  readonly label: string
  readonly tokens: readonly TokenBalance[]
}

function TokenRows({ label, tokens, ctx }: TokenRowsProps): ReactNode {
  return (
    <LongList
      label={label}
      count={tokens.length}
      row={(at) => {
        const token = tokens[at]
        if (!token) return null
        const spamFlag = token.spamFlags?.[0]
        const words = {
          spamFlag: spamFlag && ctx.t(`spamFlag.${spamFlag}`),
          frozen: token.isFrozen ? ctx.t('token.frozen') : undefined,
        }
        return <TokenRow token={token} {...words} />
      }}
    />
  )
}

function Flagged({ flagged, model, ctx }: Omit<ResultsProps, 'unflagged'>): ReactNode {
  const isUnfolded = useValue(model.isUnfolded)
  const { t } = ctx
  const toggle = (
    <Button kind="quiet" compact onClick={() => model.setUnfolded(!isUnfolded)}>
      {isUnfolded ? t('tokens.hideHidden') : t('tokens.showHidden', { count: flagged.length })}
    </Button>
  )
  if (!isUnfolded) return toggle
  return (
    <Section title={t('tokens.hidden')}>
      <Text size="caption" tone="warning">
        {t('tokens.hiddenText')}
      </Text>
      <TokenRows label={t('tokens.hidden')} tokens={flagged} ctx={ctx} />
      {toggle}
    </Section>
  )
}
