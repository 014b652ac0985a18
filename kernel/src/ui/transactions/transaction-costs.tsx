import type { ReactNode } from 'react'
import { coinAssetId } from '../../domain/assets/assets.js'
import { usdValue } from '../../domain/assets/usd-value.js'
import type { FeeSpeed } from '../../transactions/transactions.js'
import { Amount } from '../content/amount.js'
import { Fiat } from '../content/fiat.js'
import { Text } from '../content/text.js'
import { Tabs } from '../controls/tabs.js'
import { Section } from '../layout/section.js'
import { Fact, Facts } from '../lists/facts.js'
import { feeExceedsAmount, findToken, type ReviewProps } from './review-assets.js'
import { useTransactionTexts } from './use-transaction-texts.js'

export interface TransactionCostsProps extends ReviewProps {
  /** Value of `speeds` of the chain family's `Transactions`. With fewer than two speeds, no choice is displayed. */
  readonly speeds?: readonly FeeSpeed[]
  readonly speed?: FeeSpeed
  readonly onSpeed?: (speed: FeeSpeed) => void
  /** Whether the fee is unusually high: the result of `isUnusual` of `createUsualFees`. */
  readonly isFeeUnusual?: boolean
}

/** Fee, additional costs and choice of the speed. */
export function TransactionCosts(props: TransactionCostsProps): ReactNode {
  const { speeds = [], speed = 'standard', onSpeed } = props
  const t = useTransactionTexts()
  const costs = (
    <Section raised>
      <CostFacts {...props} />
    </Section>
  )
  if (speeds.length < 2) return costs
  return (
    <Tabs
      label={t('speed')}
      tabs={speeds.map((id) => ({ id, label: t(`speed.${id}`) }))}
      selected={speed}
      onSelect={(id) => onSpeed?.(speeds.find((one) => one === id) ?? speed)}
    >
      {costs}
    </Tabs>
  )
}

/** Warnings about a disproportionate fee. Displayed beside the submit button, because the fee may be scrolled out of view. */
export function FeeWarnings(props: TransactionCostsProps): ReactNode {
  const t = useTransactionTexts()
  return (
    <>
      {props.isFeeUnusual && <FeeWarning text={t('fee.unusual')} />}
      {feeExceedsAmount(props) && <FeeWarning text={t('fee.exceedsAmount')} />}
    </>
  )
}

const FeeWarning = ({ text }: { readonly text: string }): ReactNode => (
  <Text size="caption" tone="warning" align="center">
    {text}
  </Text>
)

const knownExtras: ReadonlySet<string> = new Set(['rent', 'reserve', 'change', 'lost', 'lostByOther'])

function CostFacts(props: ReviewProps): ReactNode {
  const { review, network } = props
  const t = useTransactionTexts()
  const { symbol, decimals } = network.nativeCurrency
  const fee = review.fee === 'setByWallet' ? undefined : review.fee
  const price = findToken(props, coinAssetId(network))?.priceUsd
  const value = fee === undefined ? undefined : usdValue(fee, decimals, price)
  return (
    <Facts>
      <Fact label={t('fee')}>
        <Amount value={fee} decimals={decimals} symbol={symbol} places={8} />
        {value !== undefined && (
          <Text size="caption" tone="muted">
            <Fiat value={value} />
          </Text>
        )}
      </Fact>
      {review.extras.map(({ code, amount }) => (
        <Fact key={code} label={knownExtras.has(code) ? t(`extra.${code}`) : code}>
          <Amount value={amount} decimals={decimals} symbol={symbol} places={8} />
        </Fact>
      ))}
    </Facts>
  )
}
