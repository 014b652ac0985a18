import type { ViewProps } from '@wallet-modal/kernel'
import { ListItem, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'

/** Switches between the smart account and the wallet's own account, if it has both. */
export function TypeSwitch({ model, ctx }: Pick<ViewProps<void, void, AccountModel>, 'model' | 'ctx'>): ReactNode {
  const other = useValue(model.otherType)
  if (!other) return null
  return (
    <ListItem
      label={ctx.t(`settings.to.${other.type}`)}
      description={<Address short>{other.address}</Address>}
      leading={<Avatar address={other.address} size={32} />}
      onClick={() => model.switchType()}
    />
  )
}
