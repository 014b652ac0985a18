import type { ViewProps } from '@wallet-modal/kernel'
import { EmptyState, List, ListItem, Mark, Name, NetworkMark, Stack, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect } from 'react'
import { Networks, ProfileWallets } from '../contract.js'
import type { AccountModel } from '../model.js'
import { AccountChoice } from './account-choice.js'
import { AccountHeader } from './account-header.js'
import { ActionRows, ExplorerAndDisconnectRows } from './account-rows.js'
import { TypeSwitch } from './type-switch.js'
import { WalletMark } from './wallet-mark.js'

/** Settings of the active account: wallet, network, account type, the actions that have no tile, the block explorer and Disconnect. */
export default function AccountSettingsView({ model, ctx }: ViewProps<void, void, AccountModel>): ReactNode {
  const active = useValue(ctx.connections.active)
  useEffect(() => model.refresh(), [model])
  const { t } = ctx
  if (!active) return <EmptyState icon="wallet" title={t('account.none')} text={t('account.noneText')} />
  const { network, caipNetworkId, connectorName } = active
  const name = network?.name ?? caipNetworkId
  return (
    <Stack gap={4}>
      <AccountHeader model={model} ctx={ctx} active={active} />
      <AccountChoice active={active} ctx={ctx} />
      <List label={t('settings.title')}>
        <ListItem
          label={<Name>{connectorName}</Name>}
          description={t('settings.wallet')}
          leading={<WalletMark connection={active} />}
          trailing="chevron"
          onClick={() => void ctx.router.push(ProfileWallets)}
        />
        <ListItem
          label={<Name>{name}</Name>}
          description={t('settings.network')}
          leading={network ? <NetworkMark network={network} /> : <Mark name={name} />}
          trailing="chevron"
          onClick={() => void ctx.router.push(Networks)}
        />
        <TypeSwitch model={model} ctx={ctx} />
        <ActionRows model={model} />
        <ExplorerAndDisconnectRows model={model} ctx={ctx} active={active} />
      </List>
    </Stack>
  )
}
