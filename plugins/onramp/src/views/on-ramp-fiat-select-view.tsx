import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Mark, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { OnRampModel } from '../model.js'

/** Choice of the currency to pay with. */
export default function OnRampFiatSelectView({ model, ctx }: ViewProps<void, void, OnRampModel>): ReactNode {
  const offer = useValue(model.form.offer.state)
  const chosen = useValue(model.form.currency)
  const currencies = offer.status === 'ready' ? offer.options.currencies : []
  const names = new Intl.DisplayNames([useValue(ctx.site.locale)], { type: 'currency' })
  return (
    <List label={ctx.t('fiat.list')}>
      {currencies.map(({ id }) => (
        <ListItem
          key={id}
          label={id}
          description={names.of(id)}
          leading={<Mark name={id} src={model.picture('Currency', id)} lazy />}
          current={id === chosen?.id}
          onClick={() => {
            model.form.chooseCurrency(id)
            ctx.router.back()
          }}
        />
      ))}
    </List>
  )
}
