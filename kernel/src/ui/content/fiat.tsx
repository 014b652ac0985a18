import type { ReactNode } from 'react'
import { displayAmount } from '../../domain/assets/amount.js'
import { FIAT_DECIMALS } from '../../domain/assets/assets.js'
import { groupDigits } from '../../domain/assets/group-digits.js'
import { useDeferredStyles } from '../styles/deferred-styles.js'

export interface FiatProps {
  /** US dollars with {@link FIAT_DECIMALS} decimals; `undefined` is displayed as a dash, because unknown is different from 0. */
  readonly value: bigint | undefined
}

/**
 * Amount in US dollars as text, truncated to cents, with digits in groups of three: `$1,234.50`, `<$0.01`. The format is the
 * same in every language.
 */
export function formatUsd(value: bigint): string {
  const text = displayAmount(value, FIAT_DECIMALS, 2)
  if (text.startsWith('<')) return text.replace('<', '<$')
  const [whole = '0', cents = ''] = text.split('.')
  return `$${groupDigits(whole)}.${cents.padEnd(2, '0')}`
}

/** Value in US dollars, in tabular digits, left to right in every language. */
export function Fiat({ value }: FiatProps): ReactNode {
  useDeferredStyles()
  return (
    <bdi dir="ltr" className="wm-amount">
      {value === undefined ? '—' : formatUsd(value)}
    </bdi>
  )
}
