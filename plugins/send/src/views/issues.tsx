import type { ReceiverIssue } from '@wallet-modal/kernel'
import { Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { FormProps } from './form-props.js'

const translatedCodes: ReadonlySet<string> = new Set([
  ...['invalidAddress', 'wrongNetwork', 'wrongChecksum', 'zeroAddress', 'tokenContract', 'ownAddress', 'contract'],
  ...['program', 'offCurve', 'tokenAccount', 'auxiliaryTokenAccount', 'newAccount', 'lookAlike', 'nameMoved'],
  ...['genericAddress', 'minimumAmount'],
  ...['badLink', 'notAPayment', 'linkDemands', 'linkWithoutAddress'],
  ...['link.unknown', 'link.network', 'link.token', 'link.amount', 'link.settled'],
  ...['noNames', 'name.unknown', 'name.elsewhere', 'name.notNormal'],
])

/** Codes of warnings that the payment may go to another account than the intended one. */
const urgent: ReadonlySet<string> = new Set(['lookAlike', 'nameMoved'])

/**
 * Returns a function that translates an issue. For a code without a translation, it returns the text of the chain family's handler. If the handler
 * has no text, it returns the text of an invalid address.
 */
export function useIssueText({ model, ctx: { t } }: FormProps): (issue: ReceiverIssue) => string {
  const network = useValue(model.form.context)?.network.name ?? ''
  const symbol = useValue(model.form.token)?.symbol ?? ''
  return ({ code, text }) => {
    if (!translatedCodes.has(code) || (code === 'wrongNetwork' && text === undefined))
      return text ?? t('finding.invalidAddress')
    return t(`finding.${code}`, { network, symbol, text: text ?? '' })
  }
}

/** Warnings about the receiver. Urgent warnings are highlighted. */
export function Issues({ model, ctx, issues }: FormProps & { readonly issues: readonly ReceiverIssue[] }): ReactNode {
  const textOf = useIssueText({ model, ctx })
  return issues.map((issue) => (
    <Text
      key={issue.code}
      size={urgent.has(issue.code) ? 'body' : 'caption'}
      tone={urgent.has(issue.code) ? 'danger' : 'warning'}
    >
      {textOf(issue)}
    </Text>
  ))
}
