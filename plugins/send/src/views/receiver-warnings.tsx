import { Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SendPlan } from '../form/form.js'
import { Findings } from './findings.js'
import type { FormProps } from './form-props.js'

/** Warnings about the receiver of a review. */
export function ReceiverWarnings({ model, ctx, plan }: FormProps & { readonly plan: SendPlan }): ReactNode {
  const receiver = useValue(model.form.receiver)
  const { receiver: address, receiverName } = plan
  const findings = receiver.status === 'found' && receiver.address === address ? receiver.findings : []
  return (
    <>
      {receiverName && !receiverName.isProven && (
        <Text size="caption" tone="warning">
          {ctx.t('preview.nameUnproven', { name: receiverName.name })}
        </Text>
      )}
      <Findings model={model} ctx={ctx} findings={findings} />
    </>
  )
}
