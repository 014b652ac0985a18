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

/** An amount with its symbol, in tabular digits and groups, from left to right in every language. */
export function Amount({ value, decimals, symbol, places = 3 }: AmountProps): ReactNode {
  useMoreStyles()
  const exact = value === undefined ? '—' : formatAmount(value, decimals)
  const shown = value === undefined ? exact : cutAmount(exact, places)
  return (
    <bdi dir="ltr" className="wm-amount" title={shown === exact ? undefined : `${exact} ${symbol}`}>
      {groupDigits(shown)} <bdi>{symbol}</bdi>
    </bdi>
  )
}

/** Whole digits in threes where they are five or more (ISO 80000-1). The gaps are drawn, so that copying the text gives a number, and no comma is read as a point. */
function groupDigits(shown: string): ReactNode {
  const [whole = '', ...rest] = shown.split(/(?=\.)/)
  if (!/\d{5}/.test(whole)) return shown
  return (
    <>
      {whole.split(/(?<=\d)(?=(?:\d{3})+$)/).map((group, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <span key={at}>{group}</span>
      ))}
      {rest}
    </>
  )
}
