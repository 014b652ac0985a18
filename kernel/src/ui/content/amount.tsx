import type { ReactNode } from 'react'
import { cutAmount, formatAmount } from '../../domain/assets/amount.js'
import { groupDigits } from '../../domain/assets/group-digits.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface AmountProps {
  /** In base units; `undefined` is displayed as a dash, because unknown is different from 0. */
  readonly value: bigint | undefined
  readonly decimals: number
  readonly symbol: string
  /** Maximum fraction digits; if there are more, the exact amount is in the tooltip. Default: 3. */
  readonly places?: number
}

/** Amount with its symbol, in tabular digits in groups of three, left to right in every language. */
export function Amount({ value, decimals, symbol, places = 3 }: AmountProps): ReactNode {
  useDeferredStyles()
  const exact = value === undefined ? '—' : formatAmount(value, decimals)
  const displayed = value === undefined ? exact : cutAmount(exact, places)
  return (
    <bdi dir="ltr" className="wm-amount" title={displayed === exact ? undefined : `${exact} ${symbol}`}>
      {toDigitSpans(displayed)} <bdi>{symbol}</bdi>
    </bdi>
  )
}

/** Amount with grouped digits. CSS adds the commas, so that copied text is a plain number. */
function toDigitSpans(amount: string): ReactNode {
  const groups = groupDigits(amount).split(',')
  if (groups.length === 1) return amount
  return groups.map((group, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
    <span key={at} className={at > 0 ? 'wm-amount-group' : undefined}>
      {group}
    </span>
  ))
}
