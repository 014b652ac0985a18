import type { ActiveConnection, ViewProps } from '@wallet-modal/kernel'
import { Icon, List, ListItem } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import { AccountSettings, ProfileWallets } from '../contract.js'
import { explorerUrl } from '../explorer.js'
import type { AccountModel } from '../model.js'
import { WalletMark } from './WalletMark.js'

interface AccountRowsProps extends Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'> {
  readonly active: ActiveConnection
}

/** The way to the settings, where something long may follow below. */
export function SettingsRow({ model, ctx, active }: AccountRowsProps): ReactNode {
  const { t } = ctx
  return (
    <List>
      <ListItem
        label={t('settings.title')}
        description={t('account.wallet', { name: active.connectorName })}
        leading={<WalletMark connection={active} />}
        trailing="chevron"
        onClick={() => void ctx.router.push(AccountSettings)}
        action={{ icon: 'disconnect', label: t('account.disconnect'), onClick: () => void model.disconnect() }}
      />
    </List>
  )
}

/** Where else a visitor may go from the account. */
export function AccountRows({ model, ctx, active }: AccountRowsProps): ReactNode {
  const { t } = ctx
  const explorer = explorerUrl(active)
  return (
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
  )
}
