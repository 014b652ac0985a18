import type { Translate } from '@wallet-modal/kernel'
import { Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SwapForm } from '../form/swap-form.js'
import { HIGH_IMPACT_BPS, impactOf } from '../quotes/quote-math.js'
import type { Quote } from '../quotes/quotes.js'

interface Props {
  readonly form: Pick<SwapForm, 'pay' | 'receive'>
  readonly quote: Quote
  readonly t: Translate
}

/** Warning about a high or unknown price impact, above the button that submits the swap. */
export function ImpactWarning({ form, quote, t }: Props): ReactNode {
  const [pay, receive] = [useValue(form.pay), useValue(form.receive)]
  const impact = pay && receive ? impactOf(quote, pay, receive) : undefined
  if (impact !== undefined && impact < HIGH_IMPACT_BPS) return null
  return (
    <Text size="caption" tone="warning" align="center">
      {t(impact === undefined ? 'terms.impactUnknown' : 'terms.impactHigh')}
    </Text>
  )
}
