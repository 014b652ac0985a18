import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, ErrorState, Skeleton, Stack, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect } from 'react'
import { type SendParams, type SendResult, WalletSend } from '../contract.js'
import type { SendModel } from '../model.js'
import { AmountCard } from './AmountCard.js'
import { FailureText } from './FailureText.js'
import { ReceiverCard } from './ReceiverCard.js'

type Props = ViewProps<SendParams | undefined, SendResult, SendModel>
export type PartProps = Pick<Props, 'model' | 'ctx'>

/** What to send, how much of it, and to whom. */
export default function WalletSendView({ model, ctx, params, resolve }: Props): ReactNode {
  const active = useValue(ctx.connections.active)
  const scene = useValue(model.scene)
  const opening = useValue(model.opening)
  const { t } = ctx
  const isConnected = active !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit, and again where a wallet came back
  useEffect(() => {
    const route = ctx.router.current.peek()
    if (isConnected && route?.view.name === WalletSend.name) model.begin({ key: route.key, params, resolve })
  }, [model, isConnected])
  if (!active) return <EmptyState icon="wallet" title={t('send.none')} text={t('send.noneText')} />
  const network = opening.preset.network?.name ?? ''
  switch (opening.status) {
    case 'failed':
      return <ErrorState title={t('send.badParams')} text={opening.message} />
    case 'declined':
      return <ErrorState title={t('send.declinedSwitch')} text={t('send.declinedSwitchText', { network })} />
    case 'switching':
      return <EmptyState icon="wallet" title={t('send.switching', { network })} />
    case 'reading':
      return <Skeleton rows={3} />
    case 'ready':
  }
  if (!scene) return <EmptyState icon="network" title={t('send.unsupported')} text={t('send.unsupportedText')} />
  return (
    <Stack gap={4}>
      <AmountCard model={model} ctx={ctx} />
      <ReceiverCard model={model} ctx={ctx} />
      <Next model={model} ctx={ctx} />
    </Stack>
  )
}

function Next({ model, ctx: { t } }: PartProps): ReactNode {
  const step = useValue(model.step)
  const limit = useValue(model.limit)
  const isStuck = limit.status === 'failed'
  return (
    <Stack gap={2}>
      {isStuck && (
        <Stack gap={2} align="center">
          <FailureText text={t(`limit.failed.${limit.failure.reason}`)} said={limit.failure.said} />
          <Button kind="quiet" compact onClick={model.retry}>
            {t('send.retry')}
          </Button>
        </Stack>
      )}
      <Button disabled={step !== 'preview'} loading={step === 'checking' && !isStuck} onClick={model.review}>
        {t(`step.${step}`)}
      </Button>
    </Stack>
  )
}
