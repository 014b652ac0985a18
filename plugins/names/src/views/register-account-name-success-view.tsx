import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { ChooseAccountName } from '../contract.js'
import type { NamesModel } from '../model.js'
import { NoNames } from './no-names.js'

/** Registered name, with the account that it was registered for. Without a registration: a button that opens {@link ChooseAccountName}. */
export default function RegisterAccountNameSuccessView({ model, ctx }: ViewProps<void, void, NamesModel>): ReactNode {
  const registered = useValue(model.registered)
  const active = useValue(ctx.connections.active)
  const { t } = ctx
  if (!registered && !active) return <NoNames ctx={ctx} isConnected={false} />
  if (!registered)
    return (
      <EmptyState title={t('choose.heading')} text={t('choose.text')}>
        <Button compact onClick={() => void ctx.router.replace(ChooseAccountName)}>
          {t('choose.start')}
        </Button>
      </EmptyState>
    )
  const { name, address } = registered
  return (
    <Stack gap={6}>
      <Stack gap={3} align="center">
        <Avatar address={address} size={72} />
        <Text size="title" align="center">
          <Name>{name}</Name>
        </Text>
        <Text tone="muted" align="center">
          {t('success.text')}
        </Text>
        <Address>{address}</Address>
      </Stack>
      <Button onClick={model.leave}>{t('success.done')}</Button>
    </Stack>
  )
}
