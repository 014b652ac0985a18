import type { ViewProps } from '@wallet-modal/kernel'
import { displayAmount } from '@wallet-modal/kernel/assets'
import { Button, EmptyState, ErrorState, Mark, Name, Skeleton, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Footer } from '@wallet-modal/kernel/ui/deferred'
import { AmountCard, QuoteFailure } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useEffect } from 'react'
import { OnRampFiatSelect, type OnRampMoney, type OnRampParams, OnRampTokenSelect } from '../contract.js'
import type { OnRampModel } from '../model.js'
import { compareMoney, displayMoney, isolate } from '../money.js'
import type { OnRampProps } from './on-ramp-props.js'
import { QuoteFacts } from './quote-facts.js'

const presets: readonly bigint[] = [100n, 250n, 500n, 1000n]
/** Maximum fraction digits of the token's amount. */
const PLACES = 6

/** Form of a purchase: payment, received amount, and terms of the quote. */
export default function OnRampAmountView({
  model,
  ctx,
  params,
}: ViewProps<OnRampParams | undefined, void, OnRampModel>): ReactNode {
  const { form } = model
  const buyContext = useValue(form.context)
  const active = useValue(ctx.connections.active)
  const offer = useValue(form.offer.state)
  const provider = useValue(form.provider)
  const { t } = ctx
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view is displayed
  useEffect(() => form.apply(params, ctx.router.current.peek()?.key), [form])
  useEffect(() => form.quotes.watch(), [form])
  if (!active) return <EmptyState icon="wallet" title={t('providers.none')} text={t('providers.noneText')} />
  if (!buyContext || !provider)
    return <EmptyState icon="network" title={t('providers.unsupported')} text={t('providers.unsupportedText')} />
  if (offer.status === 'failed')
    return <ErrorState title={t('amount.options')} text={offer.failure.message} onRetry={form.offer.refresh} />
  if (offer.status !== 'ready') return <Skeleton />
  if (offer.options.tokens.length === 0)
    return (
      <EmptyState
        icon="download"
        title={t('amount.tokens')}
        text={t('amount.tokensText', { provider: provider.name })}
      />
    )
  return (
    <Stack gap={4}>
      <Stack gap={2}>
        <PayField model={model} ctx={ctx} />
        <Presets model={model} ctx={ctx} />
        <ReceiveField model={model} ctx={ctx} />
      </Stack>
      <QuoteFacts model={model} ctx={ctx} />
      <ReviewButton model={model} ctx={ctx} />
    </Stack>
  )
}

function PayField({ model, ctx: { t, router } }: OnRampProps): ReactNode {
  const { form } = model
  const entry = useValue(form.amount)
  const status = useValue(form.status)
  const currency = useValue(form.currency)
  const limit = useValue(form.limit)
  const bound = status === 'belowMinimum' ? limit?.min : status === 'aboveMaximum' ? limit?.max : undefined
  const error = bound
    ? t(`error.${status}`, { amount: isolate(displayMoney(bound)) })
    : status === 'incorrectValue'
      ? t('error.incorrectValue')
      : undefined
  return (
    <AmountCard
      title={t('amount.pay')}
      value={entry.text}
      onType={form.type}
      error={error}
      mark={currency && <Mark name={currency.id} src={model.picture('Currency', currency.id)} size={24} />}
      symbol={currency?.id}
      onChoose={() => void router.push(OnRampFiatSelect)}
    >
      {limit && (
        <Text size="caption" tone="muted">
          {t('amount.limits', { min: isolate(displayMoney(limit.min)), max: isolate(displayMoney(limit.max)) })}
        </Text>
      )}
    </AmountCard>
  )
}

/** Buttons for common amounts within the limits of the payment method. */
function Presets({ model: { form } }: OnRampProps): ReactNode {
  const [currency, limit] = [useValue(form.currency), useValue(form.limit)]
  if (!currency) return null
  const offeredAmounts = presets
    .map((amount): OnRampMoney => ({ currency: currency.id, amount, decimals: 0 }))
    .filter((one) => !limit || (compareMoney(one, limit.min) >= 0 && compareMoney(one, limit.max) <= 0))
  return (
    <Stack row gap={2}>
      {offeredAmounts.map((money) => (
        <Button key={String(money.amount)} kind="secondary" compact onClick={() => form.type(String(money.amount))}>
          {displayMoney(money).replace(/\.0+$/, '')}
        </Button>
      ))}
    </Stack>
  )
}

function ReceiveField({ model, ctx: { t, router } }: OnRampProps): ReactNode {
  const { form } = model
  const token = useValue(form.token)
  const quoteState = useValue(form.quotes.state)
  const network = useValue(form.context)?.network
  const purchase = quoteState.status === 'ready' ? quoteState.result.quote.purchase : undefined
  return (
    <AmountCard
      title={t('amount.receive')}
      value={purchase ? displayAmount(purchase.amount, purchase.decimals, PLACES) : ''}
      mark={token && <Mark name={token.symbol} src={token.iconUrl ?? model.picture('Token', token.symbol)} size={24} />}
      symbol={<Name>{token?.symbol ?? ''}</Name>}
      onChoose={() => void router.push(OnRampTokenSelect)}
    >
      <Text size="caption" tone="muted">
        <Name>{network?.name ?? ''}</Name>
      </Text>
    </AmountCard>
  )
}

function ReviewButton({ model, ctx: { t } }: OnRampProps): ReactNode {
  const status = useValue(model.form.status)
  const quoteState = useValue(model.form.quotes.state)
  return (
    <Footer
      status={
        quoteState.status === 'failed' && (
          <QuoteFailure
            text={t('error.quote')}
            message={quoteState.failure.message}
            retryLabel={t('amount.retry')}
            onRetry={model.form.quotes.refresh}
          />
        )
      }
    >
      <Button inactive={status !== 'complete'} loading={status === 'checking'} onClick={model.review}>
        {t(`form.${status}`)}
      </Button>
    </Footer>
  )
}
