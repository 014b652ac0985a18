import { Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { SendPlan } from '../form/form.js'
import type { FormProps } from './form-props.js'
import { Issues } from './issues.js'

/** Warnings about the receiver of the reviewed transfer: an unproven name, and issues of the address. */
export function ReceiverWarnings({ model, ctx, plan }: FormProps & { readonly plan: SendPlan }): ReactNode {
  const receiver = useValue(model.form.receiver)
  const { receiver: address, receiverName } = plan
  const issues = receiver.status === 'found' && receiver.address === address ? receiver.issues : []
  return (
    <>
      {receiverName && !receiverName.isProven && (
        <Text size="caption" tone="warning">
          {ctx.t('preview.nameUnproven', { name: receiverName.name })}
        </Text>
      )}
      <Issues model={model} ctx={ctx} issues={issues} />
    </>
  )
}
