import type { ReceiverFinding } from '@wallet-modal/kernel'
import { Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { FormProps } from './form-props.js'

const translatedCodes: ReadonlySet<string> = new Set([
  ...['invalidAddress', 'wrongNetwork', 'wrongChecksum', 'zeroAddress', 'tokenContract', 'ownAddress', 'contract'],
  ...['program', 'offCurve', 'tokenAccount', 'auxiliaryTokenAccount', 'newAccount', 'lookAlike', 'nameMoved'],
  ...['badLink', 'notAPayment', 'linkDemands', 'linkWithoutAddress'],
  ...['link.unknown', 'link.network', 'link.token', 'link.amount', 'link.settled'],
  ...['noNames', 'name.unknown', 'name.elsewhere', 'name.notNormal'],
])

/** Warnings that somebody other than the intended receiver may be paid. */
const urgent: ReadonlySet<string> = new Set(['lookAlike', 'nameMoved'])

/** Returns the text of a finding. Codes without a translation have the text of the chain family's handler. */
export function useFindingText({ model, ctx: { t } }: FormProps): (finding: ReceiverFinding) => string {
  const network = useValue(model.form.context)?.network.name ?? ''
  const symbol = useValue(model.form.token)?.symbol ?? ''
  return ({ code, text }) => {
    if (!translatedCodes.has(code) || (code === 'wrongNetwork' && text === undefined))
      return text ?? t('finding.invalidAddress')
    return t(`finding.${code}`, { network, symbol, text: text ?? '' })
  }
}

/** Warnings about the receiver. Urgent ones are highlighted. */
export function Findings({
  model,
  ctx,
  findings,
}: FormProps & { readonly findings: readonly ReceiverFinding[] }): ReactNode {
  const textOf = useFindingText({ model, ctx })
  return findings.map((finding) => (
    <Text
      key={finding.code}
      size={urgent.has(finding.code) ? 'body' : 'caption'}
      tone={urgent.has(finding.code) ? 'danger' : 'warning'}
    >
      {textOf(finding)}
    </Text>
  ))
}
