import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Name, NetworkMark, Stack, Tag, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { ReceiveModel } from '../model.js'
import { useAccountKind } from './use-account-kind.js'

/** Networks of the site on which the account can receive. */
export default function WalletCompatibleNetworksView({ model, ctx }: ViewProps<void, void, ReceiveModel>): ReactNode {
  useAccountKind(model)
  const networks = useValue(model.receiving)?.networks ?? []
  const { t } = ctx
  return (
    <Stack gap={3}>
      <Text tone="muted" align="center">
        {t('networks.text')}
      </Text>
      <List label={t('networks.list')}>
        {networks.map((network) => (
          <ListItem
            key={network.caipNetworkId}
            label={<Name>{network.name}</Name>}
            leading={<NetworkMark network={network} size={40} lazy />}
            trailing={network.testnet && <Tag>{t('networks.testnet')}</Tag>}
          />
        ))}
      </List>
    </Stack>
  )
}
