import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Name, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Address, Fact, Facts, Footer, Section } from '@wallet-modal/kernel/ui/deferred'
import { OutcomeHeading } from '@wallet-modal/kernel/ui/transactions'
import type { ReactNode } from 'react'
import { textsOf } from '../bridges/bridges.js'
import { timeText } from '../bridges/texts.js'
import type { SwapModel } from '../model.js'

const headingStates = {
  pending: 'busy',
  arrived: 'done',
  otherToken: 'failed',
  refunded: 'failed',
  failed: 'failed',
  replaced: 'failed',
  reverted: 'failed',
} as const
const icons = { busy: 'clock', done: 'check', failed: 'warning' } as const

type Props = ViewProps<{ readonly id: string } | undefined, void, SwapModel>

/**
 * Progress of a swap to another network. The source reports whether the swap is pending, has arrived (perhaps as another token), was refunded or
 * failed. The sending network reports whether the transaction was replaced or failed.
 */
export default function SwapProgressView({ model, ctx, params }: Props): ReactNode {
  const { onActiveNetwork, ofAccount } = model.bridges
  const [latest] = useValue(onActiveNetwork)
  const orders = useValue(ofAccount)
  const order = params ? orders.find(({ id }) => id === params.id) : latest
  const { t, router } = ctx
  if (!order) return <EmptyState icon="swap" title={t('progress.none')} text={t('progress.noneText')} />
  const { state, address } = order
  const { outcome, estimatedSeconds } = state
  const texts = textsOf(state)
  const time = estimatedSeconds === undefined ? undefined : timeText(estimatedSeconds, t)
  const text =
    outcome === 'pending' && time === undefined
      ? t('progress.pendingTextOpen', texts)
      : t(`progress.${outcome}Text`, { ...texts, time: time ?? '' })
  return (
    <Stack gap={4}>
      <div role="status">
        <OutcomeHeading
          state={headingStates[outcome]}
          icon={icons[headingStates[outcome]]}
          title={t(`progress.${outcome}`, texts)}
          text={text}
        />
      </div>
      <Section raised>
        <Facts>
          <Fact label={t('progress.from')}>
            <Name>{state.paid}</Name>
          </Fact>
          <Fact label={t('progress.to')}>
            <Name>{state.received}</Name>
          </Fact>
          <Fact label={t('token.network')}>
            <Name>{state.networkName}</Name>
          </Fact>
          <Fact label={t('progress.account')} long>
            <Address>{address}</Address>
          </Fact>
        </Facts>
      </Section>
      <Footer>
        <Button kind="secondary" onClick={router.back}>
          {t('unknown.done')}
        </Button>
      </Footer>
    </Stack>
  )
}
