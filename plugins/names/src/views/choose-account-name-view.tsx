import type { ViewProps } from '@wallet-modal/kernel'
import { Button, ErrorState, Name, Skeleton, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Avatar } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect } from 'react'
import { RegisterAccountName } from '../contract.js'
import type { NamesModel } from '../model.js'
import { NoNames } from './no-names.js'

/** Name of the account, or a button that opens the form to register one. */
export default function ChooseAccountNameView({ model, ctx }: ViewProps<void, void, NamesModel>): ReactNode {
  const active = useValue(ctx.connections.active)
  const isSupported = useValue(model.isSupported)
  const own = useValue(model.own)
  const { t } = ctx
  const address = active?.account.address
  const ownKey = useValue(model.ownKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another account or network
  useEffect(() => model.readOwn(), [model, ownKey, isSupported])
  if (address === undefined || !isSupported) return <NoNames ctx={ctx} isConnected={address !== undefined} />
  if (own.status === 'failed') return <ErrorState title={t('choose.failed')} onRetry={() => model.readOwn(true)} />
  return (
    <Stack gap={6}>
      <Stack gap={3} align="center">
        <Avatar address={address} size={72} />
        {own.status === 'loading' && <Skeleton shape="text" rows={1} />}
        {own.status === 'named' && (
          <Text size="title" align="center">
            <Name>{own.name}</Name>
          </Text>
        )}
        {own.status === 'unnamed' && (
          <Text size="title" align="center">
            {t('choose.heading')}
          </Text>
        )}
        <Text tone="muted" align="center">
          {t(own.status === 'named' ? 'choose.owned' : 'choose.text')}
        </Text>
      </Stack>
      {own.status !== 'named' && (
        <Button inactive={own.status === 'loading'} onClick={() => void ctx.router.push(RegisterAccountName)}>
          {t('choose.start')}
        </Button>
      )}
    </Stack>
  )
}
