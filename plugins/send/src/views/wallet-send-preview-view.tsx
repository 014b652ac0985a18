import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, useValue } from '@wallet-modal/kernel/ui'
import { TransactionFlowReview } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useEffect } from 'react'
import { WalletSend } from '../contract.js'
import type { SendModel } from '../model.js'
import { ReceiverWarnings } from './receiver-warnings.js'

/** Review of the transfer, decoded from its bytes, with the button that submits it. */
export default function WalletSendPreviewView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const { flow, form } = model
  const state = useValue(flow.state)
  const speed = useValue(flow.speed)
  const tokens = useValue(form.tokens.all)
  const { t, router } = ctx
  useEffect(() => flow.watch(), [flow])
  if (state.status === 'idle' || (state.status === 'failed' && state.notice.code === 'missing'))
    return (
      <EmptyState icon="send" title={t('preview.none')} text={t('preview.noneText')}>
        <Button compact onClick={() => void router.replace(WalletSend)}>
          {t('preview.start')}
        </Button>
      </EmptyState>
    )
  const { plan, review } = ('displayed' in state && state.displayed) || {}
  const names = plan?.receiverName === undefined ? undefined : { [plan.receiver]: plan.receiverName.name }
  return (
    <TransactionFlowReview
      state={state}
      network={plan?.context.network}
      tokens={plan ? [plan.token, ...tokens] : tokens}
      names={names}
      speeds={plan?.context.connection.adapter.transactions?.speeds ?? []}
      speed={speed}
      onSpeed={flow.chooseSpeed}
      isFeeUnusual={review !== undefined && flow.isFeeUnusual(review)}
      submitLabel={t('preview.send')}
      onSubmit={model.submit}
      onRetry={() => flow.prepare()}
      onBack={router.back}
    >
      {plan && <ReceiverWarnings model={model} ctx={ctx} plan={plan} />}
    </TransactionFlowReview>
  )
}
