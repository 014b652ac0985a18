import type { ReactNode } from 'react'
import { displayAmount, formatAmount } from '../domain/amount.js'
import { useMoreStyles } from './styles-more.js'

export interface AmountProps {
  /** In base units; `undefined` shows a dash, because an unknown amount is not nothing. */
  readonly value: bigint | undefined
  readonly decimals: number
  readonly symbol: string
  /** Most fraction digits shown; the exact amount is in the tooltip. Default: 3. */
  readonly places?: number
}

/** An amount with its symbol, in tabular digits, from left to right in every language. */
export function Amount({ value, decimals, symbol, places = 3 }: AmountProps): ReactNode {
  useMoreStyles()
  const exact = value === undefined ? undefined : `${formatAmount(value, decimals)} ${symbol}`
  return (
    <bdi dir="ltr" className="wm-amount" title={exact}>
      {value === undefined ? '—' : displayAmount(value, decimals, places)} <bdi>{symbol}</bdi>
    </bdi>
  )
}
