import type { ViewProps } from '@wallet-modal/kernel'
import { Icon, List, ListItem, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { ConnectWallets } from '../contract.js'
import type { ConnectModel } from '../model.js'
import { WalletList } from './wallet-list.js'

/** Wallet block of the Connect view: the wallet list, or one row that opens the view with the list. */
export default function WalletsView({ model, ctx }: ViewProps<void, void, ConnectModel>): ReactNode {
  const canConnect = useValue(model.canConnect)
  const isCollapsed = useValue(model.isCollapsed)
  if (!isCollapsed) return <WalletList model={model} ctx={ctx} />
  return (
    <List>
      <ListItem
        label={ctx.t('connect.continue')}
        leading={<Icon name="wallet" />}
        trailing="chevron"
        disabled={!canConnect}
        onClick={() => void ctx.router.push(ConnectWallets, model.params.peek())}
      />
    </List>
  )
}
