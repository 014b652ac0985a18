import type { ViewProps } from '@wallet-modal/kernel'
import { displayAmount, groupDigits } from '@wallet-modal/kernel/assets'
import { Button, EmptyState, ErrorState, Icon, Name, Skeleton, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Address, Fact, Facts, Footer, Section } from '@wallet-modal/kernel/ui/deferred'
import { FailureText } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useEffect } from 'react'
import { OnRampAmount } from '../contract.js'
import type { OnRampModel } from '../model.js'
import { methodText } from '../wording.js'
import type { OnRampProps } from './on-ramp-props.js'
import { QuoteLines } from './quote-facts.js'

/** Maximum fraction digits of the token's amount. */
const PLACES = 6

/** Review of token, receiving address and fees, with the button that opens the provider's checkout. */
export default function OnRampReviewView({ model, ctx }: ViewProps<void, void, OnRampModel>): ReactNode {
  const { form, checkout } = model
  const quoteState = useValue(form.quotes.state)
  const { t, router } = ctx
  useEffect(() => form.quotes.watch(), [form])
  useEffect(() => checkout.keepReady(), [checkout])
  if (quoteState.status === 'loading') return <Skeleton rows={5} />
  if (quoteState.status === 'failed')
    return <ErrorState title={t('error.quote')} text={quoteState.failure.message} onRetry={form.quotes.refresh} />
  if (quoteState.status !== 'ready')
    return (
      <EmptyState icon="download" title={t('review.none')} text={t('review.noneText')}>
        <Button compact onClick={() => void router.replace(OnRampAmount, undefined)}>
          {t('review.start')}
        </Button>
      </EmptyState>
    )
  const { quote, request, provider } = quoteState.result
  const { amount, decimals } = quote.purchase
  return (
    <Stack gap={4}>
      <Section raised>
        <Facts>
          <Fact label={t('amount.receive')}>
            <bdi dir="ltr">
              {groupDigits(displayAmount(amount, decimals, PLACES))} <Name>{request.token.symbol}</Name>
            </bdi>
          </Fact>
          <Fact label={t('review.network')}>
            <Name>{request.network.name}</Name>
          </Fact>
          <Fact label={t('review.method')}>{methodText(request.paymentMethod, t)}</Fact>
          <QuoteLines quote={quote} t={t} />
          <Fact label={t('review.account')} long>
            <Address>{request.account}</Address>
          </Fact>
        </Facts>
      </Section>
      <Text size="caption" tone="muted">
        {t('review.final', { provider: provider.name })}
      </Text>
      <PayButton model={model} ctx={ctx} />
    </Stack>
  )
}

function PayButton({ model, ctx: { t } }: OnRampProps): ReactNode {
  const state = useValue(model.checkout.state)
  const isBlocked = useValue(model.isBlocked)
  const provider = useValue(model.form.provider)
  const hasFailed = state.status === 'failed'
  return (
    <Footer
      status={
        hasFailed ? (
          <FailureText text={t('error.checkout')} message={state.failure.message} />
        ) : (
          isBlocked && (
            <Text size="caption" tone="warning" align="center">
              {t('error.blocked')}
            </Text>
          )
        )
      }
    >
      <Button
        loading={state.status === 'loading'}
        icon={<Icon name={hasFailed ? 'retry' : 'external'} size={18} />}
        onClick={hasFailed ? model.checkout.start : model.pay}
      >
        {hasFailed ? t('amount.retry') : t('review.pay', { provider: provider?.name ?? '' })}
      </Button>
    </Footer>
  )
}
