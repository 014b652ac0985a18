import type { ViewProps } from '@wallet-modal/kernel'
import {
  Button,
  EmptyState,
  ErrorState,
  List,
  ListItem,
  Skeleton,
  Stack,
  Tag,
  Text,
  useValue,
} from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect } from 'react'
import type { DeviceSession } from '../contract.js'
import { ALL, type DeviceList } from '../devices-model.js'
import { timeAgo } from './time-ago.js'

interface DevicesModel {
  readonly devices: DeviceList
}
type Props = ViewProps<void, void, DevicesModel>

/** Sessions of the visitor's browsers, each with a button that ends it. */
export default function SignInSessionsView({ model: { devices }, ctx }: Props): ReactNode {
  const state = useValue(devices.state)
  const endingId = useValue(devices.endingId)
  const { t } = ctx
  useEffect(() => devices.read(), [devices])
  if (state.status === 'failed') return <ErrorState title={t('devices.unavailable')} onRetry={devices.read} />
  if (state.status !== 'ready') return <Skeleton rows={2} />
  if (state.sessions.length === 0)
    return <EmptyState icon="phone" title={t('devices.none')} text={t('devices.noneText')} />
  return (
    <Stack gap={4}>
      <Text tone="muted">{t('devices.text')}</Text>
      <List label={t('devices.title')}>
        {state.sessions.map((session) => (
          <Device key={session.id} session={session} devices={devices} ctx={ctx} />
        ))}
      </List>
      <Button
        kind="secondary"
        loading={endingId === ALL}
        inactive={endingId !== null}
        onClick={devices.signOutEverywhere}
      >
        {t('devices.endAll')}
      </Button>
    </Stack>
  )
}

interface DeviceProps extends DevicesModel, Pick<Props, 'ctx'> {
  readonly session: DeviceSession
}

function Device({ session, devices, ctx }: DeviceProps): ReactNode {
  const endingId = useValue(devices.endingId)
  const locale = useValue(ctx.site.locale)
  const networks = useValue(ctx.networks)
  const { t } = ctx
  const { id, accountId, label, lastSeenAt, isCurrent } = session
  const network = networks.find(({ caipNetworkId }) => accountId.startsWith(`${caipNetworkId}:`))
  const lastSeenText = isCurrent ? t('devices.current') : timeAgo(lastSeenAt, locale)
  return (
    <ListItem
      label={<bdi>{label || t('devices.unknown')}</bdi>}
      description={
        <>
          {network && (
            <>
              <bdi>{network.name}</bdi>
              {' · '}
            </>
          )}
          {isCurrent ? <Tag tone="success">{lastSeenText}</Tag> : <time dateTime={lastSeenAt}>{lastSeenText}</time>}
        </>
      }
      trailing={
        <Button
          kind="quiet"
          compact
          loading={endingId === id}
          inactive={endingId !== null}
          onClick={() => devices.signOut(session)}
        >
          {t('devices.end')}
        </Button>
      }
    />
  )
}
