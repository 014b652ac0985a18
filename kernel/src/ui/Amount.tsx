import type { ReactNode } from 'react'
import { cutAmount, formatAmount } from '../domain/amount.js'
import { useMoreStyles } from './styles-more.js'

export interface AmountProps {
  /** In base units; `undefined` shows a dash, because an unknown amount is not nothing. */
  readonly value: bigint | undefined
  readonly decimals: number
  readonly symbol: string
  /** Most fraction digits shown; where there are more, the exact amount is in the tooltip. Default: 3. */
  readonly places?: number
}

/** An amount with its symbol, in tabular digits, from left to right in every language. */
export function Amount({ value, decimals, symbol, places = 3 }: AmountProps): ReactNode {
  useMoreStyles()
  const exact = value === undefined ? '—' : formatAmount(value, decimals)
  const shown = value === undefined ? exact : cutAmount(exact, places)
  return (
    <bdi dir="ltr" className="wm-amount" title={shown === exact ? undefined : `${exact} ${symbol}`}>
      {shown} <bdi>{symbol}</bdi>
    </bdi>
  )
}
