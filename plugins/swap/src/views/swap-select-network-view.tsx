import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Name, NetworkMark, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SwapModel } from '../model.js'

/** Choice of the network on which the token is received. */
export default function SwapSelectNetworkView({ model, ctx }: ViewProps<void, void, SwapModel>): ReactNode {
  const { destinations } = model.form
  const networks = useValue(destinations.all)
  const current = useValue(destinations.current)
  return (
    <List label={ctx.t('network.list')}>
      {networks.map((network) => (
        <ListItem
          key={network.caipNetworkId}
          label={<Name>{network.name}</Name>}
          leading={<NetworkMark network={network} size={40} />}
          current={network === current}
          onClick={() => {
            destinations.choose(network.caipNetworkId)
            ctx.router.back()
          }}
        />
      ))}
    </List>
  )
}
