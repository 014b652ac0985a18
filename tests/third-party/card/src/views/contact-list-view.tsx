import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Input } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useState } from 'react'
import type { CardModel } from '../model.js'

/** Contacts of the visitor, and a field that adds the active account to them. */
export default function ContactListView({ model, ctx }: ViewProps<void, void, CardModel>): ReactNode {
  const all = useValue(model.contacts.all)
  const active = useValue(ctx.connections.active)
  const [name, setName] = useState('')
  const keep = (): void => {
    if (active) model.contacts.keep({ name, address: active.account.address })
    setName('')
  }
  return (
    <Stack gap={4}>
      {all.length === 0 && <Text tone="muted">{ctx.t('none')}</Text>}
      {all.map((contact) => (
        <Stack key={contact.address} gap={2}>
          <Text>{contact.name}</Text>
          <Address>{contact.address}</Address>
        </Stack>
      ))}
      <Input label={ctx.t('name')} value={name} onChange={setName} onEnter={keep} />
      <Button onClick={keep} disabled={!active || name.trim() === ''}>
        {ctx.t('keep')}
      </Button>
    </Stack>
  )
}
