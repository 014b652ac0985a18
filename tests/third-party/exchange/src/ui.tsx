import { type PluginUi, type ViewProps, viewOf } from '@wallet-modal/kernel'
import { useValue } from '@wallet-modal/kernel/ui'
import { TransactionFlowReview } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useEffect } from 'react'
import { Exchange, type ExchangeParams } from './contract.js'
import { createExchangeModel, type ExchangeModel } from './model.js'

function ExchangeView({ params, model, ctx, resolve }: ViewProps<ExchangeParams, void, ExchangeModel>): ReactNode {
  const { flow } = model
  const state = useValue(flow.state)
  const network = useValue(ctx.connections.active)?.network
  useEffect(() => {
    if (!params) return
    model.begin(params)
    return flow.watch()
  }, [model, flow, params])
  if (!params) return null
  return (
    <TransactionFlowReview
      state={state}
      network={network}
      tokens={[params.token]}
      submitLabel={ctx.t('continue')}
      onSubmit={() => void model.submit().then((isDone) => isDone && resolve())}
      onRetry={() => flow.prepare()}
      onBack={ctx.router.back}
    />
  )
}

export const ui: PluginUi = {
  views: [viewOf(Exchange, ExchangeView, { title: 'title' })],
  strings: {
    en: async () => ({
      title: 'Exchange',
      continue: 'Continue',
      failed: 'The approval failed',
      replaced: 'Another transaction replaced the approval',
    }),
  },
  model: createExchangeModel,
}
