import type { ViewContext, WalletConnection } from '@wallet-modal/kernel'
import { List, ListItem } from '@wallet-modal/kernel/ui'
import { Address, Avatar } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'

interface AccountChoiceProps {
  readonly active: WalletConnection
  readonly ctx: ViewContext
}

/** Lists the accounts that the active wallet shares with the site. Empty if the wallet shares only one account. */
export function AccountChoice({ active: { account, accounts, adapter }, ctx: { t } }: AccountChoiceProps): ReactNode {
  if (accounts.length < 2) return null
  return (
    <List label={t('account.accounts')}>
      {accounts.map(({ address, type }) => (
        <ListItem
          key={address}
          label={<Address short>{address}</Address>}
          leading={<Avatar address={address} size={32} />}
          description={type !== 'eoa' && t(`account.type.${type}`)}
          current={address === account.address}
          onClick={() => adapter.switchAccount(address)}
        />
      ))}
    </List>
  )
}
