import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Icon, List, ListItem, Mark, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar, CopyButton, Tile, Tiles } from '@wallet-modal/kernel/ui/more'
import { type ReactNode, useEffect } from 'react'
import { ProfileWallets } from '../contract.js'
import { explorerUrl } from '../explorer.js'
import type { AccountModel } from '../model.js'
import { BalanceLine } from './BalanceLine.js'
import { Holdings } from './Holdings.js'
import { WalletLists } from './WalletLists.js'

/** Who is connected, with how much, and what can be done. Where the wallet in use left by itself: which of the others to use. */
export default function AccountView({ model, ctx }: ViewProps<void, void, AccountModel>): ReactNode {
  const active = useValue(ctx.connections.active)
  const identity = useValue(model.identity)
  const actions = useValue(model.actions)
  useEffect(() => model.refresh(), [model])
  const isConnected = useValue(ctx.connections.all).length > 0
  if (!active && isConnected) return <WalletLists model={model} ctx={ctx} />
  if (!active) {
    return (
      <EmptyState icon="wallet" title={ctx.t('account.none')} text={ctx.t('account.noneText')}>
        <Button compact onClick={model.connectAnother}>
          {ctx.t('account.connect')}
        </Button>
      </EmptyState>
    )
  }
  const { account, adapter, connectorName } = active
  const { t } = ctx
  const explorer = explorerUrl(active)
  return (
    <Stack gap={4}>
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
        <CopyButton showLabel value={account.address} label={t('account.copy')} />
        <BalanceLine model={model} ctx={ctx} />
        <Text size="caption" tone="muted" align="center">
          {t('account.wallet', { name: connectorName })}
        </Text>
      </Stack>
      {active.accounts.length > 1 && (
        <List label={t('account.accounts')}>
          {active.accounts.map(({ address }) => (
            <ListItem
              key={address}
              label={<Address short>{address}</Address>}
              leading={<Avatar address={address} size={32} />}
              current={address === account.address}
              onClick={() => adapter.switchAccount(address)}
            />
          ))}
        </List>
      )}
      {actions.length > 0 && (
        <Tiles label={t('account.actions')}>
          {actions.map((action) => (
            <ActionTile key={action.id} action={action} />
          ))}
        </Tiles>
      )}
      <Holdings model={model} ctx={ctx} />
      <List>
        <ListItem
          label={t('wallets.title')}
          leading={<Icon name="wallet" />}
          trailing="chevron"
          onClick={() => void ctx.router.push(ProfileWallets)}
        />
        {explorer && (
          <ListItem
            label={t('account.explorer')}
            leading={<Icon name="network" />}
            trailing={<Icon name="external" size={18} />}
            href={explorer}
          />
        )}
        <ListItem
          label={t('account.disconnect')}
          leading={<Icon name="disconnect" />}
          onClick={() => void model.disconnect()}
        />
      </List>
    </Stack>
  )
}

function ActionTile({ action }: { readonly action: AccountModel['actions']['value'][number] }): ReactNode {
  return <Tile icon={action.icon ?? 'chevron'} label={useValue(action.label)} onClick={action.run} />
}
