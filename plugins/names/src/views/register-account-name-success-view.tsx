import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { NamesModel } from '../model.js'

/** Registered name, with the account that it was registered for. */
export default function RegisterAccountNameSuccessView({ model, ctx }: ViewProps<void, void, NamesModel>): ReactNode {
  const registered = useValue(model.registered)
  const { t } = ctx
  if (!registered) return <EmptyState title={t('choose.none')} text={t('choose.noneText')} />
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
