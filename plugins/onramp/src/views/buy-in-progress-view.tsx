import type { Order, ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Name, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Address, Fact, Facts, Footer, Section } from '@wallet-modal/kernel/ui/deferred'
import { OutcomeHeading } from '@wallet-modal/kernel/ui/transactions'
import type { ReactNode } from 'react'
import { OnRampProviders } from '../contract.js'
import type { OnRampModel } from '../model.js'
import { isolate } from '../money.js'
import type { Purchase } from '../purchases.js'
import type { OnRampProps } from './on-ramp-props.js'

const headingStates = { pending: 'busy', completed: 'done', failed: 'failed' } as const
const icons = { pending: 'clock', completed: 'check', failed: 'warning' } as const

/** Progress of a purchase: waiting for the provider, delivered or failed. */
export default function BuyInProgressView({
  model,
  ctx,
  params,
}: ViewProps<{ readonly id: string } | undefined, void, OnRampModel>): ReactNode {
  const [latest] = useValue(model.networkPurchases)
  const accountPurchases = useValue(model.accountPurchases)
  const order = params ? accountPurchases.find(({ id }) => id === params.id) : latest
  const { t } = ctx
  if (!order) return <EmptyState icon="download" title={t('progress.none')} text={t('progress.noneText')} />
  const { status, state, address } = order
  return (
    <Stack gap={4}>
      <div role="status">
        <OutcomeHeading
          state={headingStates[status]}
          icon={icons[status]}
          title={t(`progress.${status}`, { provider: state.providerName })}
          text={t(`progress.${status}Text`, { provider: state.providerName, bought: isolate(state.bought) })}
        />
      </div>
      <Section raised>
        <Facts>
          <Fact label={t('progress.bought')}>
            <bdi dir="ltr">
              <Name>{state.bought}</Name>
            </bdi>
          </Fact>
          <Fact label={t('review.account')} long>
            <Address>{address}</Address>
          </Fact>
        </Facts>
      </Section>
      <Actions order={order} model={model} ctx={ctx} />
    </Stack>
  )
}

function Actions({ order, model, ctx: { t, router } }: OnRampProps & { readonly order: Order<Purchase> }): ReactNode {
  const done = (
    <Button kind="secondary" onClick={router.back}>
      {t('progress.done')}
    </Button>
  )
  if (order.status === 'pending') {
    const stopTracking = (): void => {
      router.back()
      model.stopTracking(order.id)
    }
    return (
      <Footer>
        <Button kind="quiet" onClick={stopTracking}>
          {t('progress.giveUp')}
        </Button>
        {done}
      </Footer>
    )
  }
  return (
    <Footer>
      {order.status === 'failed' && (
        <Button onClick={() => void router.replace(OnRampProviders)}>{t('progress.again')}</Button>
      )}
      {done}
    </Footer>
  )
}
