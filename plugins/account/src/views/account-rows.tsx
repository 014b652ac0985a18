import type { ViewProps, WalletConnection } from '@wallet-modal/kernel'
import { accountUrl } from '@wallet-modal/kernel/assets'
import { Icon, List, ListItem, Mark, Name, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { AccountSettings, ProfileWallets } from '../contract.js'
import type { AccountModel } from '../model.js'

interface AccountRowsProps extends Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'> {
  readonly active: WalletConnection
}

/** Row with the account's name or address. It opens Account Settings, which also lists the wallet's other accounts. */
export function SettingsRow({ model, ctx, active }: AccountRowsProps): ReactNode {
  const identity = useValue(model.identity)
  const { address } = active.account
  const { t } = ctx
  const count = active.accounts.length
  return (
    <List>
      <ListItem
        label={identity?.name ? <Name>{identity.name}</Name> : <Address short>{address}</Address>}
        description={count > 1 ? t('settings.several', { count }) : t('settings.title')}
        leading={
          identity?.avatar ? (
            <Mark name={identity.name ?? address} src={identity.avatar} />
          ) : (
            <Avatar address={address} />
          )
        }
        trailing="chevron"
        onClick={() => void ctx.router.push(AccountSettings)}
        action={{ icon: 'disconnect', label: t('account.disconnect'), onClick: () => void model.disconnect() }}
      />
    </List>
  )
}

/** Rows below the balance: connected wallets, actions that have no tile, block explorer, disconnect. */
export function AccountRows({ model, ctx, active }: AccountRowsProps): ReactNode {
  const { t } = ctx
  return (
    <List>
      <ListItem
        label={t('wallets.title')}
        leading={<Icon name="wallet" />}
        trailing="chevron"
        onClick={() => void ctx.router.push(ProfileWallets)}
      />
      <ActionRows model={model} />
      <ExplorerAndDisconnectRows model={model} ctx={ctx} active={active} />
    </List>
  )
}

/** Rows of the account actions that have no tile. */
export function ActionRows({ model }: Pick<AccountRowsProps, 'model'>): ReactNode {
  return useValue(model.rows).map((action) => <ActionRow key={action.id} action={action} />)
}

function ActionRow({ action }: { readonly action: AccountModel['rows']['value'][number] }): ReactNode {
  const { icon, label, run } = action
  return <ListItem label={useValue(label)} leading={<Icon name={icon ?? 'info'} />} trailing="chevron" onClick={run} />
}

/** The last rows of the list: the account's page on the block explorer, and disconnect. */
export function ExplorerAndDisconnectRows({ model, ctx: { t }, active }: AccountRowsProps): ReactNode {
  const explorer = accountUrl(active.network, active.account.address)
  return (
    <>
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
    </>
  )
}
