import { Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { Amount, Fact, Facts, Section, Tabs } from '@wallet-modal/kernel/ui/more'
import type { ReactNode } from 'react'
import { feeOf, HIGH_IMPACT_BPS, impactOf, rateOf, toPercent } from '../figures.js'
import type { Quote } from '../quotes.js'
import type { PartProps } from './SwapView.js'

const slippages: readonly number[] = [50, 100, 300]

/** Choice of the slippage, and the terms of the quote on the screen for it. */
export function Details({ model, ctx }: PartProps): ReactNode {
  const { form } = model
  const quoted = useValue(form.quotes.state)
  const chosen = useValue(form.slippageBps)
  const label = ctx.t('terms.slippage')
  return (
    <Stack gap={2}>
      <Text size="caption" tone="muted">
        {label}
      </Text>
      <Tabs
        label={label}
        tabs={slippages.map((bps) => ({ id: String(bps), label: `${toPercent(bps)} %` }))}
        selected={String(chosen)}
        onSelect={(id) => form.setSlippage(Number(id))}
      >
        {quoted.status === 'ready' && (
          <Section raised>
            <Terms model={model} ctx={ctx} quote={quoted.quote} />
          </Section>
        )}
      </Tabs>
    </Stack>
  )
}

function Terms({ model: { form }, ctx: { t }, quote }: PartProps & { readonly quote: Quote }): ReactNode {
  const [pay, receive] = [useValue(form.pay), useValue(form.receive)]
  const cost = useValue(form.networkCost)
  const { request, source, minimum, feeBps, offers } = quote
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
        <Fact label={t('terms.source')}>
          {offers.length > 1 ? t('terms.best', { name: source.name, count: String(offers.length) }) : source.name}
        </Fact>
      </Facts>
      {isHigh && (
        <Text size="caption" tone="warning">
          {t('terms.impactHigh')}
        </Text>
      )}
    </Stack>
  )
}
