import type { ViewContext, ViewProps } from '@wallet-modal/kernel'
import { formatAmount } from '@wallet-modal/kernel/assets'
import { Button, EmptyState, Icon, List, ListItem, Mark, Name, Stack, Tag, useValue } from '@wallet-modal/kernel/ui'
import { Section } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { BuyInProgress, OnRampAmount, type OnRampProvider, WhatIsABuy } from '../contract.js'
import type { OnRampModel } from '../model.js'
import { isolate } from '../money.js'
import type { OnRampProps } from './on-ramp-props.js'
import { providerMarks } from './provider-marks.js'

/** Choice of the provider, and purchases that are in progress. */
export default function OnRampProvidersView({ model, ctx }: ViewProps<void, void, OnRampModel>): ReactNode {
  const buyContext = useValue(model.form.context)
  const active = useValue(ctx.connections.active)
  const { t, router } = ctx
  if (!active) return <EmptyState icon="wallet" title={t('providers.none')} text={t('providers.noneText')} />
  if (!buyContext)
    return <EmptyState icon="network" title={t('providers.unsupported')} text={t('providers.unsupportedText')} />
  return (
    <Stack gap={4}>
      <PendingPurchases model={model} ctx={ctx} />
      <List label={t('providers.list')}>
        {buyContext.providers.map((provider) => (
          <ListItem
            key={provider.id}
            label={<Name>{provider.name}</Name>}
            description={feeText(provider, ctx)}
            leading={<Mark name={provider.name} src={provider.iconUrl ?? providerMarks[provider.id]} />}
            trailing="chevron"
            onClick={() => void router.push(OnRampAmount, { provider: provider.id })}
          />
        ))}
      </List>
      <Button kind="quiet" icon={<Icon name="help" size={18} />} onClick={() => void router.push(WhatIsABuy)}>
        {t('providers.what')}
      </Button>
    </Stack>
  )
}

/** Range of the provider's fee, in percent. */
const feeText = ({ feeBps }: OnRampProvider, { t }: Pick<ViewContext, 't'>): string =>
  t('providers.fees', {
    range: isolate(`${formatAmount(BigInt(feeBps.min), 2)}–${formatAmount(BigInt(feeBps.max), 2)} %`),
  })

function PendingPurchases({ model, ctx: { t, router } }: OnRampProps): ReactNode {
  const pending = useValue(model.networkPurchases).filter(({ status }) => status === 'pending')
  if (pending.length === 0) return null
  return (
    <Section title={t('providers.purchases')}>
      <List label={t('providers.purchases')}>
        {pending.map(({ id, state }) => (
          <ListItem
            key={id}
            label={<bdi dir="ltr">{state.bought}</bdi>}
            description={<Name>{state.providerName}</Name>}
            leading={<Icon name="clock" />}
            trailing={<Tag tone="accent">{t('providers.pending')}</Tag>}
            onClick={() => void router.push(BuyInProgress, { id })}
          />
        ))}
      </List>
    </Section>
  )
}
