import type { ViewProps } from '@wallet-modal/kernel'
import { ListItem, useValue } from '@wallet-modal/kernel/ui'
import { Address, Avatar } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { AccountModel } from '../model.js'

/** Row that switches between the EOA and the smart account. Empty if the wallet has only one of these accounts. */
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
