import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Mark, Name, useValue } from '@wallet-modal/kernel/ui'
import { Section } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { familyName } from '../family-name.js'
import type { AccountModel } from '../model.js'
import type { ReconnectableWallet } from '../wallets.js'

const texts = { waiting: 'wallets.waiting', rejected: 'wallets.declined', failed: 'wallets.failed' } as const

interface RecentWalletsProps extends Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'> {
  readonly wallets: readonly ReconnectableWallet[]
}

/** Previously connected wallets. A click on a row requests the connection again. The row displays the status of this request. */
export function RecentWallets({ wallets, model, ctx }: RecentWalletsProps): ReactNode {
  const request = useValue(model.reconnecting)
  const { t } = ctx
  return (
    <Section title={t('wallets.recent')}>
      <List label={t('wallets.recent')}>
        {wallets.map((wallet) => {
          const { namespace, connectorId, connector } = wallet
          const ownRequest =
            request?.namespace === namespace && request.connectorId === connectorId ? request : undefined
          const family = familyName(namespace, ctx)
          return (
            <ListItem
              key={`${namespace} ${connectorId}`}
              label={<Name>{connector.name}</Name>}
              description={ownRequest ? t(texts[ownRequest.status], { name: connector.name }) : family}
              leading={<Mark name={connector.name} src={connector.icon} />}
              trailing="chevron"
              onClick={() => void model.reconnect(wallet)}
            />
          )
        })}
      </List>
    </Section>
  )
}
