import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Icon, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { TransactionFlowReview } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useEffect } from 'react'
import { transactionKindOf } from '../approvals.js'
import { Swap } from '../contract.js'
import type { SwapModel } from '../model.js'
import { BridgeTerms } from './bridge-terms.js'
import { ImpactWarning } from './impact-warning.js'

const labels = { approval: 'preview.approve', reset: 'preview.reset', swap: 'preview.swap' } as const
/** Texts about the approvals of a transaction. */
const approvalTexts = {
  approval: 'preview.approveText',
  reset: 'preview.resetText',
  swap: 'preview.batchText',
} as const

/** Review of the approval or the swap, decoded from its bytes, with the button that submits it. */
export default function SwapPreviewView({ model, ctx }: ViewProps<void, void, SwapModel>): ReactNode {
  const { flow, form } = model
  const state = useValue(flow.state)
  const speed = useValue(flow.speed)
  const tokens = useValue(form.tokens)
  const isApproving = useValue(model.isApproving)
  const networks = useValue(ctx.networks)
  const { t, router } = ctx
  useEffect(() => flow.watch(), [flow])
  useEffect(() => form.quotes.watch(), [form])
  if (isApproving)
    return (
      <Stack gap={4} align="center">
        <ProgressRing state="busy">
          <Icon name="clock" size={32} />
        </ProgressRing>
        <Text size="strong" align="center">
          {t('preview.approving')}
        </Text>
      </Stack>
    )
  if (state.status === 'idle' || (state.status === 'failed' && state.notice.code === 'missing'))
    return (
      <EmptyState icon="swap" title={t('preview.none')} text={t('preview.noneText')}>
        <Button compact onClick={() => void router.replace(Swap, undefined)}>
          {t('preview.start')}
        </Button>
      </EmptyState>
    )
  const { plan, review } = ('displayed' in state && state.displayed) || {}
  const approvals = review?.actions.filter(({ type }) => type === 'approval').length ?? 0
  const kind = review ? transactionKindOf(review) : 'swap'
  return (
    <TransactionFlowReview
      state={state}
      network={plan?.quote.request.network}
      networks={networks}
      tokens={plan ? [plan.quote.request.pay, plan.quote.request.receive, ...tokens] : tokens}
      speeds={plan?.speeds ?? []}
      speed={speed}
      onSpeed={flow.chooseSpeed}
      submitLabel={t(labels[kind])}
      onSubmit={model.submit}
      onRetry={model.retry}
      onBack={router.back}
      changedText={t('preview.changed')}
      warnings={plan && <ImpactWarning form={form} quote={plan.quote} t={t} />}
    >
      {approvals > 0 && (
        <Text size="caption" tone="muted">
          {t(approvalTexts[kind])}
        </Text>
      )}
      {plan && <BridgeTerms quote={plan.quote} t={t} />}
    </TransactionFlowReview>
  )
}
