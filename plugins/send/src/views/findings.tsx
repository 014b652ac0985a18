import type { ReceiverFinding } from '@wallet-modal/kernel'
import { Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { FormProps } from './form-props.js'

const known: ReadonlySet<string> = new Set([
  ...['invalidAddress', 'wrongNetwork', 'wrongChecksum', 'zeroAddress', 'tokenContract', 'ownAddress', 'contract'],
  ...['program', 'offCurve', 'tokenAccount', 'auxiliaryTokenAccount', 'newAccount', 'lookAlike', 'nameMoved'],
  ...['badLink', 'notAPayment', 'linkDemands', 'linkWithoutAddress'],
  ...['link.unknown', 'link.network', 'link.token', 'link.amount', 'link.settled'],
  ...['noNames', 'name.unknown', 'name.elsewhere', 'name.notNormal'],
])

/** Warnings that somebody other than the intended receiver may be paid. */
const urgent: ReadonlySet<string> = new Set(['lookAlike', 'nameMoved'])

/** Translates a warning. Codes without a translation use the text of the chain family. */
export function useFindingText({ model, ctx: { t } }: FormProps): (finding: ReceiverFinding) => string {
  const network = useValue(model.form.context)?.network.name ?? ''
  const symbol = useValue(model.form.token)?.symbol ?? ''
  return ({ code, text }) => {
    if (!known.has(code) || (code === 'wrongNetwork' && text === undefined)) return text ?? t('finding.invalidAddress')
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
