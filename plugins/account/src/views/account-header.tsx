import type { ViewProps, WalletConnection } from '@wallet-modal/kernel'
import { Mark, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar, CopyButton } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'

interface AccountHeaderProps extends Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'> {
  readonly active: WalletConnection
  /** Content below the address. */
  readonly children?: ReactNode
}

/** Account with picture, name and address. */
export function AccountHeader({ model, ctx, active: { account }, children }: AccountHeaderProps): ReactNode {
  const identity = useValue(model.identity)
  return (
    <Stack gap={2} align="center">
      {identity?.avatar ? (
        <Mark name={identity.name ?? account.address} src={identity.avatar} size={72} />
      ) : (
        <Avatar address={account.address} size={72} />
      )}
      {identity?.name && (
        <Text size="title" align="center">
          <Name>{identity.name}</Name>
        </Text>
      )}
      <Address>{account.address}</Address>
      <CopyButton showLabel value={account.address} label={ctx.t('account.copy')} />
      {children}
    </Stack>
  )
}
