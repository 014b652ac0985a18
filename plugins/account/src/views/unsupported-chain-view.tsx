import type { ViewProps } from '@wallet-modal/kernel'
import { Icon, List, ListItem, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import type { AccountModel } from '../model.js'
import { NetworkRows } from './network-rows.js'

/** View for an unsupported network: the visitor can switch to another network, or disconnect. */
export default function UnsupportedChainView({ model, ctx }: ViewProps<void, void, AccountModel>): ReactNode {
  const networks = useValue(model.ownNetworks)
  const isConnected = useValue(ctx.connections.active) !== null
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (wasConnected.current && !isConnected) ctx.router.back() // the wallet disconnected itself
    wasConnected.current = isConnected
  }, [isConnected, ctx])
  return (
    <Stack>
      <Text tone="muted" align="center">
        {ctx.t('unsupported.text')}
      </Text>
      <NetworkRows model={model} ctx={ctx} networks={networks} />
      <Text tone="muted" size="caption" align="center">
        {ctx.t('unsupported.or')}
      </Text>
      <List>
        <ListItem
          label={ctx.t('account.disconnect')}
          leading={<Icon name="disconnect" />}
          onClick={() => void model.disconnect()}
        />
      </List>
    </Stack>
  )
}
