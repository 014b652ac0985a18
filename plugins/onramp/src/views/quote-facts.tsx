import { useValue } from '@wallet-modal/kernel/ui'
import { Fact, Facts, Section, Tabs } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import type { OnRampMoney, OnRampQuote } from '../contract.js'
import { displayMoney } from '../money.js'
import { methodText } from '../wording.js'
import type { OnRampProps } from './on-ramp-props.js'

/** Choice of the payment method, with the terms of the displayed quote. */
export function QuoteFacts({ model: { form }, ctx }: OnRampProps): ReactNode {
  const currency = useValue(form.currency)
  const limit = useValue(form.limit)
  const quoteState = useValue(form.quotes.state)
  const terms = quoteState.status === 'ready' && (
    <Section raised>
      <Facts>
        <QuoteLines quote={quoteState.result.quote} t={ctx.t} />
      </Facts>
    </Section>
  )
  if (!currency || !limit || currency.limits.length < 2) return terms
  return (
    <Tabs
      label={ctx.t('amount.method')}
      tabs={currency.limits.map(({ paymentMethod: id }) => ({ id, label: methodText(id, ctx.t) }))}
      selected={limit.paymentMethod}
      onSelect={form.choosePaymentMethod}
    >
      {terms}
    </Tabs>
  )
}

interface QuoteLinesProps {
  readonly quote: OnRampQuote
  readonly t: OnRampProps['ctx']['t']
}

/** Fees and total of the payment, as children of `Facts`. */
export function QuoteLines({ quote, t }: QuoteLinesProps): ReactNode {
  const { networkFee, providerFee, total } = quote
  return (
    <>
      {networkFee && (
        <Fact label={t('amount.networkFee')}>
          <Money value={networkFee} />
        </Fact>
      )}
      {providerFee && (
        <Fact label={t('amount.providerFee')}>
          <Money value={providerFee} />
        </Fact>
      )}
      <Fact label={t('amount.total')}>
        <Money value={total} />
      </Fact>
    </>
  )
}

const Money = ({ value }: { readonly value: OnRampMoney }): ReactNode => <bdi dir="ltr">{displayMoney(value)}</bdi>
