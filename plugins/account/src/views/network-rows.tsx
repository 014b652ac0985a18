import type { Network, ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Name, NetworkMark, Tag, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'

interface NetworkRowsProps extends Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'> {
  readonly networks: readonly Network[]
  /** Called when the wallet has switched. */
  onSwitched?(caipNetworkId: string): void
}

/** Networks to switch to. The row of the requested network shows the status of the request. */
export function NetworkRows({ model, ctx, networks, onSwitched }: NetworkRowsProps): ReactNode {
  const active = useValue(ctx.connections.active)
  const switching = useValue(model.switching)
  const withheld = useValue(model.withheldNetworks)
  const { t } = ctx
  const choose = async (caipNetworkId: string): Promise<void> => {
    if (await model.switchNetwork(caipNetworkId)) onSwitched?.(caipNetworkId)
  }
  return (
    <List label={t('networks.list')}>
      {networks.map((network) => {
        const { caipNetworkId, name, testnet } = network
        const request = switching?.caipNetworkId === caipNetworkId ? switching : undefined
        const isWithheld = withheld.includes(caipNetworkId)
        return (
          <ListItem
            key={caipNetworkId}
            label={<Name>{name}</Name>}
            description={isWithheld ? t('networks.withheld') : request && t(`switch.${request.status}`)}
            disabled={isWithheld}
            leading={<NetworkMark network={network} size={40} lazy />}
            trailing={testnet && <Tag>{t('networks.testnet')}</Tag>}
            current={active?.caipNetworkId === caipNetworkId}
            onClick={() => void choose(caipNetworkId)}
          />
        )
      })}
    </List>
  )
}
