import type { ViewProps } from '@wallet-modal/kernel'
import { EmptyState, ErrorState, Skeleton, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Section } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect } from 'react'
import type { SessionsModel } from '../model.js'
import { SessionCard } from './session-card.js'

/** Smart sessions of the account on the active network, active ones first. */
export default function SmartSessionListView({ model, ctx }: ViewProps<void, void, SessionsModel>): ReactNode {
  const active = useValue(ctx.connections.active)
  const state = useValue(model.state)
  const { t } = ctx
  const account = active && `${active.caipNetworkId}:${active.account.address}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when the account changes
  useEffect(() => model.read(), [model, account])
  if (!active) return <EmptyState icon="wallet" title={t('list.none')} text={t('list.noneText')} />
  if (active.namespace !== 'eip155')
    return <EmptyState icon="network" title={t('list.unsupported')} text={t('list.unsupportedText')} />
  if (state.status === 'failed') return <ErrorState title={t('list.failed')} onRetry={model.read} />
  if (state.status !== 'ready') return <Skeleton rows={2} />
  const { sessions, moreCount, unreadableCount } = state
  const network = active.network?.name ?? active.caipNetworkId
  if (sessions.length + unreadableCount === 0)
    return <EmptyState icon="clock" title={t('list.empty', { network })} text={t('list.emptyText')} />
  return (
    <Stack gap={3}>
      <Text tone="muted">{t('list.about', { network })}</Text>
      {sessions.map((session) => (
        <SessionCard key={session.pci} session={session} active={active} model={model} ctx={ctx} />
      ))}
      {moreCount > 0 && <Text>{t('list.more', { count: String(moreCount) })}</Text>}
      {unreadableCount > 0 && (
        <Section raised>
          <Text size="strong">{t('list.unreadable', { count: String(unreadableCount) })}</Text>
          <Text tone="muted">{t('list.unreadableText')}</Text>
        </Section>
      )}
    </Stack>
  )
}
