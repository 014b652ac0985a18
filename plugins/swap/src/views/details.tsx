import { displayAmount, groupDigits } from '@wallet-modal/kernel/assets'
import { Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Amount, Fact, Facts, Section } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { timeText } from '../bridges/texts.js'
import { isBridge } from '../quotes/offers.js'
import { feeOf, HIGH_IMPACT_BPS, impactOf, rateOf, toPercent } from '../quotes/quote-math.js'
import type { Quote } from '../quotes/quotes.js'
import type { FormProps } from './form-props.js'
import { SlippageField } from './slippage-field.js'

/** Choice of the slippage, with the resulting terms of the displayed quote. */
export function Details({ model, ctx }: FormProps): ReactNode {
  const quoteState = useValue(model.form.quotes.state)
  return (
    <SlippageField model={model} ctx={ctx}>
      {quoteState.status === 'ready' && (
        <Section raised>
          <Terms model={model} ctx={ctx} quote={quoteState.quote} />
        </Section>
      )}
    </SlippageField>
  )
}

function Terms({ model: { form }, ctx, quote }: FormProps & { readonly quote: Quote }): ReactNode {
  const { t } = ctx
  const [pay, receive] = [useValue(form.pay), useValue(form.receive)]
  const cost = useValue(form.networkCost)
  const { request, source, minimum, feeBps, offers } = quote
  const seconds = isBridge(request) ? quote.estimatedSeconds : undefined
  const { nativeCurrency } = request.network
  const impact = pay && receive ? impactOf(quote, pay, receive) : undefined
  const isHigh = impact !== undefined && impact >= HIGH_IMPACT_BPS
  return (
    <Stack gap={2}>
      <Facts>
        <Fact label={t('terms.rate', { symbol: request.pay.symbol })}>
          <Amount
            value={rateOf(quote)}
            decimals={request.receive.decimals}
            symbol={request.receive.symbol}
            places={6}
          />
        </Fact>
        <Fact label={t('terms.impact')}>
          <Text tone={isHigh ? 'warning' : 'default'}>{impact === undefined ? '—' : `${toPercent(impact)} %`}</Text>
        </Fact>
        <Fact label={t('terms.minimum')}>
          <Amount value={minimum} decimals={request.receive.decimals} symbol={request.receive.symbol} places={6} />
        </Fact>
        <Fact label={t('terms.fee', { percent: toPercent(feeBps) })}>
          <Amount value={feeOf(quote)} decimals={request.pay.decimals} symbol={request.pay.symbol} places={6} />
        </Fact>
        <Fact label={t('terms.network')}>
          <Amount value={cost} decimals={nativeCurrency.decimals} symbol={nativeCurrency.symbol} places={6} />
        </Fact>
        {seconds !== undefined && <Fact label={t('terms.time')}>{timeText(seconds, t)}</Fact>}
        <Fact label={t('terms.source')}>
          {offers.length > 1 ? t('terms.best', { name: source.name, count: String(offers.length) }) : source.name}
        </Fact>
      </Facts>
      <Reason ctx={ctx} quote={quote} />
      {isHigh && (
        <Text size="caption" tone="warning">
          {t('terms.impactHigh')}
        </Text>
      )}
    </Stack>
  )
}

/** Reason for choosing this source: how much more it returns than the next best. */
function Reason({ ctx: { t }, quote }: Pick<FormProps, 'ctx'> & { readonly quote: Quote }): ReactNode {
  const [best, next] = quote.offers
  if (!best || !next) return null
  const { symbol, decimals } = quote.request.receive
  const difference = best.amount - next.amount
  const text =
    difference === 0n
      ? t('terms.equal', { name: next.source.name })
      : t('terms.more', { name: next.source.name, amount: groupDigits(displayAmount(difference, decimals)), symbol })
  return (
    <Text size="caption" tone="muted">
      {text}
    </Text>
  )
}
