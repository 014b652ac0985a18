import type { AccountAction, ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Tile, Tiles } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useEffect } from 'react'
import { type CardRow, ContactList } from '../contract.js'
import type { CardModel } from '../model.js'

/** Card of the active account. */
export default function CardView({ model, ctx }: ViewProps<void, void, CardModel>): ReactNode {
  const active = useValue(ctx.connections.active)
  const balance = useValue(model.balance)
  const rows = useValue(model.rows)
  const actions = useValue(model.actions)
  const address = active?.account.address
  const networkId = active?.caipNetworkId
  useEffect(() => {
    if (address && networkId) void model.refresh()
  }, [model, address, networkId])
  return (
    <Stack gap={4}>
      <Text size="title">{model.greeting}</Text>
      {address && <Address>{address}</Address>}
      <Text>{`${ctx.t('balance')}: ${balance ?? ctx.t('unknown')}`}</Text>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
      {actions.length > 0 && (
        <Tiles label={ctx.t('actions')}>
          {actions.map((action) => (
            <Action key={action.id} action={action} />
          ))}
        </Tiles>
      )}
      <List>
        <ListItem label={ctx.t('contacts')} trailing="chevron" onClick={() => void ctx.router.push(ContactList)} />
        <ListItem label={ctx.t('disconnect')} onClick={() => void model.disconnect()} />
      </List>
    </Stack>
  )
}

function Row({ row }: { readonly row: CardRow }): ReactNode {
  return <Text>{`${useValue(row.label)}: ${useValue(row.value)}`}</Text>
}

function Action({ action }: { readonly action: AccountAction }): ReactNode {
  return <Tile icon={action.icon ?? 'chevron'} label={useValue(action.label)} onClick={action.run} />
}
