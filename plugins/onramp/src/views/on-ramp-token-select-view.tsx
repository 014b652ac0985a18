import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Mark, Name, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { OnRampModel } from '../model.js'

/** Choice of the token to buy. */
export default function OnRampTokenSelectView({ model, ctx }: ViewProps<void, void, OnRampModel>): ReactNode {
  const offer = useValue(model.form.offer.state)
  const chosen = useValue(model.form.token)
  const tokens = offer.status === 'ready' ? offer.options.tokens : []
  return (
    <List label={ctx.t('token.list')}>
      {tokens.map(({ id, symbol, name, iconUrl }) => (
        <ListItem
          key={id}
          label={<Name>{symbol}</Name>}
          description={<Name>{name}</Name>}
          leading={<Mark name={symbol} src={iconUrl ?? model.picture('Token', symbol)} lazy />}
          current={id === chosen?.id}
          onClick={() => {
            model.form.chooseToken(id)
            ctx.router.back()
          }}
        />
      ))}
    </List>
  )
}
