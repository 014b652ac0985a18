import type { Translate } from '@wallet-modal/kernel'
import { Name, Text } from '@wallet-modal/kernel/ui'
import { Amount, Fact, Facts, Section } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { isolate, timeText } from '../bridges/texts.js'
import { isBridge } from '../quotes/offers.js'
import { feeOf, toPercent } from '../quotes/quote-math.js'
import type { Quote } from '../quotes/quotes.js'

/** Warnings and terms of a swap to another network; nothing for swaps on one network. */
export function BridgeTerms({ quote, t }: { readonly quote: Quote; readonly t: Translate }): ReactNode {
  const { request, feeBps, estimatedSeconds, isContractAccount, source } = quote
  if (!isBridge(request)) return null
  const network = isolate(request.receiveNetwork.name)
  return (
    <>
      <Text size="caption" tone="warning">
        {t('preview.bridge', { network })}
      </Text>
      {isContractAccount && (
        <Text size="caption" tone="warning">
          {t('preview.contractAccount', { network })}
        </Text>
      )}
      <Section raised>
        <Facts>
          <Fact label={t('terms.source')}>
            <Name>{source.name}</Name>
          </Fact>
          <Fact label={t('terms.fee', { percent: toPercent(feeBps) })}>
            <Amount value={feeOf(quote)} decimals={request.pay.decimals} symbol={request.pay.symbol} places={6} />
          </Fact>
          {estimatedSeconds !== undefined && <Fact label={t('terms.time')}>{timeText(estimatedSeconds, t)}</Fact>}
        </Facts>
      </Section>
    </>
  )
}
